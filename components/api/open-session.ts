import { problemCopy } from "#components/catalogs/problems.ts";
import { waitWords } from "#components/time/wait-words.ts";
import type { ApiResult } from "./call-api.ts";
import { type ApiProblem, problemOf, unreachable } from "./problem.ts";

const REFUSED: ApiProblem = {
  status: 401,
  retryAfter: 0,
  code: "invalid_credentials",
  words: problemCopy.wrongLogIn,
  fields: {},
};
const FAILED: ApiProblem = {
  status: 503,
  retryAfter: 0,
  code: "unavailable",
  words: problemCopy.unavailable,
  fields: {},
};

/**
 * Logs in through next-auth, which sets the session's cookie. Its own signIn() isn't used: if it can't reach the
 * server, it leaves the page and the input is lost.
 */
type LogIn = { email: string; password: string } | { token: string };

export async function openSession(credentials: LogIn): Promise<ApiResult<void>> {
  const problem = await logInProblem(credentials);
  return problem ? { ok: false, problem } : { ok: true, value: undefined };
}

async function logInProblem(credentials: LogIn): Promise<ApiProblem | null> {
  try {
    const csrf = await fetch("/api/auth/csrf");
    if (!csrf.ok) return FAILED;
    const { csrfToken }: { csrfToken: string } = await csrf.json();
    const response = await fetch("/api/auth/callback/credentials", {
      method: "POST",
      body: new URLSearchParams({ ...credentials, csrfToken, callbackUrl: "/inbox", json: "true" }),
    });
    if (response.status === 429) return tooManyTries(await problemOf(response));
    if (response.status === 401) return await failureOf(response);
    return response.ok ? null : FAILED;
  } catch {
    return unreachable();
  }
}

const tooManyTries = (problem: ApiProblem): ApiProblem => ({
  ...problem,
  words: problemCopy.tooManyLogIns(waitWords(problem.retryAfter)),
});

// A problem of ours says that the password was right. next-auth also returns 401 for any error its provider throws; then the URL
// in the response says which.
async function failureOf(response: Response): Promise<ApiProblem> {
  if (response.headers.get("content-type") === "application/problem+json") return problemOf(response);
  const { url }: { url: string } = await response.json();
  return new URL(url, location.origin).searchParams.get("error") === "CredentialsSignin" ? REFUSED : FAILED;
}
