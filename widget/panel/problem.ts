import type { SendProblem } from "#client/send-problem.ts";
import type { Unsent } from "#client/unsent.ts";
import type { Challenge } from "#platform/challenge.ts";
import { say } from "./words.ts";

/** An answer that was no success; status 0 when there was no answer at all. */
export type Problem = SendProblem & { challenge?: Challenge | undefined };

/** What the server says of a problem, where it is the server that says something. */
type Body = Pick<Problem, "conversationId" | "challenge"> & { code: unknown; errors: unknown };

export const NO_ANSWER: Problem = { status: 0, code: "no_answer", retryAfter: 0, fields: [] };

const BUSY_RETRY_AFTER_S = 10;
const MAX_RETRY_AFTER_S = 3600;
const SHORT_MS = 2000;

export function readProblem(status: number, retryAfter: string | null, body: unknown): Problem {
  const { code, errors, conversationId, challenge } = Object(body) as Partial<Body>;
  return {
    status,
    code: typeof code === "string" ? code : "",
    retryAfter: readSeconds(retryAfter) ?? (status === 429 ? BUSY_RETRY_AFTER_S : 0),
    fields: Array.isArray(errors) ? errors.map((error) => String(Object(error).path)) : [],
    conversationId,
    challenge,
  };
}

function readSeconds(text: string | null): number | undefined {
  const seconds = Number(text ?? Number.NaN);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 1), MAX_RETRY_AFTER_S);
}

/** Why a message has not gone, and what becomes of it; nothing while there is nothing to worry about. */
export function wordsForUnsent({ state, problem, failures, waitMs }: Unsent, isOnline: boolean): string | undefined {
  if (state === "waiting" && !isOnline) return say("sendOffline");
  if (!problem) return undefined;
  const { status, code, fields, retryAfter } = problem;
  if (state === "waiting" || state === "sending") {
    if (state === "waiting" && status === 429) return say("sendBusy", { count: retryAfter });
    // One try that did not get through is made good before anybody has read about it.
    if (failures < 2 && waitMs < SHORT_MS) return undefined;
    return say(status === 0 ? "sendNetwork" : "sendUnavailable");
  }
  if (status === 400 && (fields.includes("name") || fields.includes("email"))) return say("sendContact");
  if (status === 400 || status === 409 || status === 413) return say("sendInvalid");
  if (status === 404) return say("sendGone");
  if (status === 403) return say(code === "not_accepted" ? "sendRefused" : "sendNotHere");
  return say("sendFailed");
}

/** Whether the server has said no: then the message is nowhere, and another may go in its place. */
export function isRefused({ state, problem }: Unsent): boolean {
  return state === "rejected" || (state === "failed" && problem !== undefined && problem.status < 500);
}

/** There is no chat, and asking again does not change that; but only where the server itself says so. */
export function isFinal({ status, code }: Problem): boolean {
  return (status === 403 || status === 404) && code !== "";
}

/** Why there is no chat; nothing where that will pass by itself. */
export function wordsForOpening({ status, code }: Problem): string | undefined {
  if (status === 429) return say("openBusy");
  if (status === 404 || code === "not_accepted") return say("gone");
  if (status === 403) return say("openNotHere");
  if (status === 0 || status > 501) return undefined;
  return say("openFailed");
}
