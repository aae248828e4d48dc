import { say } from "./words.ts";

/** An answer that was no success; status 0 when there was no answer at all. */
export type Problem = {
  status: number;
  code: string;
  retryAfter: number;
  fields: string[];
  conversationId?: string;
};

export const NO_ANSWER: Problem = { status: 0, code: "no_answer", retryAfter: 0, fields: [] };

const DEFAULT_RETRY_AFTER_S = 10;
const MAX_RETRY_AFTER_S = 3600;

export function readProblem(status: number, retryAfter: string | null, body: unknown): Problem {
  const { code, errors, conversationId } = isRecord(body) ? body : {};
  const paths = Array.isArray(errors) ? errors.map((error) => (isRecord(error) ? error.path : undefined)) : [];
  return {
    status,
    code: typeof code === "string" ? code : "",
    retryAfter: Math.min(Math.max(Number(retryAfter) || DEFAULT_RETRY_AFTER_S, 1), MAX_RETRY_AFTER_S),
    fields: paths.map((path) => (Array.isArray(path) ? String(path[0]) : String(path))),
    ...(typeof conversationId === "string" && { conversationId }),
  };
}

/**
 * What becomes of a message that was not taken: "later" it goes by itself, "retry" the visitor sends it again, "edit" it
 * cannot go as it is. Only what is known not to be stored goes again by itself.
 */
export type Verdict = { next: "later" | "retry" | "edit"; words: string };

export function judgeSend(problem: Problem): Verdict {
  const { status, code, fields } = problem;
  if (status === 0) return { next: "retry", words: say("sendNetwork") };
  if (status === 429) return { next: "later", words: say("sendBusy", { count: problem.retryAfter }) };
  if (status === 400 && (fields.includes("name") || fields.includes("email")))
    return { next: "retry", words: say("sendContact") };
  if (status === 400 || status === 413) return { next: "edit", words: say("sendInvalid") };
  if (status === 404) return { next: "retry", words: say("sendGone") };
  if (status === 403 && code === "not_accepted") return { next: "edit", words: say("sendRefused") };
  if (status === 403) return { next: "retry", words: say("sendNotHere") };
  if (status === 502 || status === 503 || status === 504) return { next: "retry", words: say("sendUnavailable") };
  return { next: "retry", words: say("sendFailed") };
}

export function wordsForOpening({ status }: Problem, online: boolean): string {
  if (!online) return say("openOffline");
  if (status === 0) return say("openNetwork");
  if (status === 429) return say("openBusy");
  if (status === 404) return say("openGone");
  if (status === 403) return say("openNotHere");
  if (status === 502 || status === 503 || status === 504) return say("openUnavailable");
  return say("openFailed");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
