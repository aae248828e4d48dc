import { workspaceOfPath } from "#lib/base/access/workspace-path.ts";
import { goToLogIn } from "./go-to-log-in.ts";
import { type ApiProblem, problemOf, unreachable } from "./problem.ts";

export type ApiResult<T> = { ok: true; value: T } | { ok: false; problem: ApiProblem };

type Call = {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: object;
  /** Sent as it is, in place of `body`. */
  file?: File;
  headers?: Record<string, string>;
  /** How long to wait for the response. 20 s by default. */
  patienceMs?: number;
  /** Sends it even if the page is closed meanwhile. */
  keepalive?: boolean;
};

// A wrong password is a 401 too, but doesn't end the session.
const ENDED = new Set(["unauthenticated", "token_expired"]);

// A request that hangs would block everything that waits for it.
const PATIENCE_MS = 20_000;

/** Returns the header that names the workspace whose page this is. */
export function workspaceHeader(): Record<string, string> {
  const workspaceId = workspaceOfPath(location.pathname);
  return workspaceId === undefined ? {} : { "Workspace-Id": workspaceId };
}

/** Calls our own API with the session's cookie. Without a valid session, goes to the login page and comes back. */
export async function callApi<T = void>(path: string, call: Call = {}): Promise<ApiResult<T>> {
  const { method = "GET", body, file, headers, patienceMs = PATIENCE_MS, keepalive = false } = call;
  try {
    const response = await fetch(path, {
      method,
      headers: { ...workspaceHeader(), ...(body && { "Content-Type": "application/json" }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      ...(file && { body: file }),
      signal: AbortSignal.timeout(patienceMs),
      keepalive,
    });
    if (response.ok) return { ok: true, value: response.status === 204 ? undefined : await response.json() };
    const problem = await problemOf(response);
    if (ENDED.has(problem.code)) goToLogIn();
    return { ok: false, problem };
  } catch {
    return { ok: false, problem: unreachable() };
  }
}

/** Deletes something through the API. What's missing was deleted already. */
export async function callDelete(path: string, call: Omit<Call, "method"> = {}): Promise<ApiResult<void>> {
  const result = await callApi(path, { ...call, method: "DELETE" });
  return result.ok || result.problem.code !== "not_found" ? result : { ok: true, value: undefined };
}
