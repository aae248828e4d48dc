import { FAILURES, type Failure } from "#platform/outgoing/failures.ts";

/** What an attempt came to: a status, or why there was none. */
export type Outcome = { statusCode: number | null; error: Failure | null };

export type FailureCode = Failure | "answered";

export const isSuccess = ({ statusCode }: Outcome) => statusCode !== null && statusCode >= 200 && statusCode < 300;

/** The answer by which a receiver says that it wants nothing more. */
export const GONE = 410;

function wordsOf(status: number): string {
  if (status === GONE) return "It answered 410, by which a receiver says that it wants nothing more.";
  if (status < 400)
    return `It answered ${status}, a redirect, which is not followed. Use the address that it leads to.`;
  if (status === 401 || status === 403) {
    return `It answered ${status}: it wants a log-in that it was not given, or refused the signature. Check the secret there.`;
  }
  if (status === 404 || status === 405)
    return `It answered ${status}: nothing takes webhooks at this address. Check its path.`;
  if (status === 429) return "It answered 429: it was asked too often. It is asked again later.";
  if (status < 500) return `It answered ${status}: it did not accept the event. Its answer or its log may say why.`;
  return `It answered ${status}, an error of its own. Its log says more.`;
}

/** Why an attempt failed and what to do about it; null where it did not. */
export function failureIn(outcome: Outcome): { code: FailureCode; detail: string } | null {
  const { statusCode, error } = outcome;
  if (error !== null) return { code: error, detail: FAILURES[error] };
  return statusCode === null || isSuccess(outcome) ? null : { code: "answered", detail: wordsOf(statusCode) };
}
