import { FAILURES, type Failure } from "#platform/outgoing/failures.ts";

/** The result of an attempt: a status code, or why there was none. */
export type Outcome = { statusCode: number | null; error: Failure | null };

export type FailureCode = Failure | "answered";

export const isSuccess = ({ statusCode }: Outcome) => statusCode !== null && statusCode >= 200 && statusCode < 300;

/** The status a receiver responds with to unsubscribe. */
export const GONE = 410;

function wordsOf(status: number): string {
  if (status === GONE) return "Response 410: the receiver wants no more events.";
  if (status < 400) return `Response ${status}: redirects aren’t followed. Use the address that it redirects to.`;
  if (status === 401 || status === 403) {
    return `Response ${status}: the receiver requires a login or rejected the signature. Check the secret there.`;
  }
  if (status === 404 || status === 405)
    return `Response ${status}: nothing receives webhooks at this address. Check its path.`;
  if (status === 429) return "Response 429: too many requests. It’s retried later.";
  if (status < 500) return `Response ${status}: the receiver rejected the event. The response or its log may say why.`;
  return `Response ${status}: the receiver failed. Its log says more.`;
}

/** Returns why an attempt failed and what to do about it, or null if it succeeded. */
export function failureIn(outcome: Outcome): { code: FailureCode; detail: string } | null {
  const { statusCode, error } = outcome;
  if (error !== null) return { code: error, detail: FAILURES[error] };
  return statusCode === null || isSuccess(outcome) ? null : { code: "answered", detail: wordsOf(statusCode) };
}
