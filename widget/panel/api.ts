import { NO_RESPONSE, type Problem, readProblem } from "./problem.ts";

const PATIENCE_MS = 15_000;

export type ApiResult<T> = { ok: true; value: T } | { ok: false; problem: Problem };

export type ApiRequest = {
  path: string;
  method?: "POST" | "PATCH" | "PUT" | "DELETE";
  token?: string;
  body?: object;
  key?: string;
};

/** Sends one request to our own origin. It never throws: no response is a problem like any other. */
export async function callApi<T>({ path, method, token, body, key }: ApiRequest): Promise<ApiResult<T>> {
  try {
    const response = await fetch(path, {
      method: method ?? (body ? "POST" : "GET"),
      headers: {
        ...(body && { "Content-Type": "application/json" }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(key && { "Idempotency-Key": key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      credentials: "omit",
      cache: "no-store",
      // A message or a rating on its way arrives even if the page, or the frame, ends before the response.
      keepalive: key !== undefined || method === "PUT",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.ok) return { ok: true, value: (response.status === 204 ? undefined : await response.json()) as T };
    const problem: unknown = await response.json().catch(() => undefined);
    return { ok: false, problem: readProblem(response.status, response.headers.get("Retry-After"), problem) };
  } catch {
    return { ok: false, problem: NO_RESPONSE };
  }
}
