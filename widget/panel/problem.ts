import type { SendProblem } from "#client/send-problem.ts";
import type { Unsent } from "#client/unsent.ts";
import type { Challenge } from "#platform/challenge.ts";
import { say } from "./words.ts";

/** A response that wasn't a success. Status 0 means no response. */
export type Problem = SendProblem & { challenge?: Challenge | undefined };

/** What the server says about a problem, if it's the server that says it. */
type Body = Pick<Problem, "conversationId" | "challenge"> & { code: unknown; errors: unknown };

export const NO_RESPONSE: Problem = { status: 0, code: "no_answer", retryAfter: 0, fields: [] };

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

/** Says why a message hasn't been sent and what happens next. Empty while there's nothing to worry about. */
export function wordsForUnsent({ state, problem, failures, waitMs }: Unsent, isOnline: boolean): string | undefined {
  if (state === "waiting" && !isOnline) return say("sendOffline");
  if (!problem) return undefined;
  const { status, code, fields, retryAfter } = problem;
  if (state === "waiting" || state === "sending") {
    if (state === "waiting" && status === 429) return say("sendBusy", { count: retryAfter });
    // A single failed attempt is made good before anyone could read about it.
    if (failures < 2 && waitMs < SHORT_MS) return undefined;
    return say(status === 0 ? "sendNetwork" : "sendUnavailable");
  }
  if (status === 400 && (fields.includes("name") || fields.includes("email"))) return say("sendContact");
  if (status === 403) return say(code === "not_accepted" ? "sendRefused" : "sendNotHere");
  if (status === 409 || state === "rejected") return say("sendInvalid");
  return say(status === 404 ? "sendGone" : "sendFailed");
}

/** Whether the server refused the message. Then it's stored nowhere, and another may replace it. */
export function isRefused({ state, problem }: Unsent): boolean {
  return state === "rejected" || (state === "failed" && problem !== undefined && problem.status < 500);
}

/** Whether there's no chat for good. Only the server itself can say so. */
export function isFinal({ status, code }: Problem): boolean {
  return (status === 403 || status === 404) && code !== "";
}

/** Says why there's no chat. Empty if that will pass. */
export function wordsForOpening({ status, code }: Problem): string | undefined {
  if (status === 429) return say("openBusy");
  if (status === 404 || code === "not_accepted") return say("gone");
  if (status === 403) return say("openNotHere");
  if (status === 0 || status > 501) return undefined;
  return say("openFailed");
}
