import type { SendProblem } from "#client/send-problem.ts";

const PATIENCE_MS = 4_000;

export type ApiResult<T> = { ok: true; value: T } | { ok: false; problem: SendProblem & { conversationId?: string } };
type Call = { method?: string; token?: string; body?: object; key?: string };

/** One request as a browser would send it, over the network that goes wrong. */
export async function callApi<T>(url: string, { method, token, body, key }: Call): Promise<ApiResult<T>> {
  try {
    const response = await fetch(url, {
      method: method ?? (body ? "POST" : "GET"),
      headers: {
        ...(body && { "Content-Type": "application/json" }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(key !== undefined && { "Idempotency-Key": key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    const value = text === "" ? {} : JSON.parse(text);
    if (response.ok) return { ok: true, value };
    const retryAfter = Number(response.headers.get("Retry-After") ?? 0);
    return { ok: false, problem: { status: response.status, fields: [], ...value, retryAfter } };
  } catch {
    return { ok: false, problem: { status: 0, code: "no_answer", retryAfter: 0, fields: [] } };
  }
}
