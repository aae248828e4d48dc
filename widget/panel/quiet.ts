import type { ApiRequest, ApiResult } from "./api.ts";

/** Leaves the server alone for as long as a 429 asked: meanwhile, requests get the same response locally. */
export function createQuiet() {
  const until = new Map<string, number>();

  const call = async <T>(
    request: ApiRequest,
    send: (request: ApiRequest) => Promise<ApiResult<T>>,
  ): Promise<ApiResult<T>> => {
    const kind = kindOf(request);
    const left = Math.ceil(((until.get(kind) ?? 0) - performance.now()) / 1000);
    if (left > 0) return { ok: false, problem: { status: 429, code: "rate_limited", retryAfter: left, fields: [] } };
    const result = await send(request);
    if (!result.ok && result.problem.status === 429) {
      until.set(kind, performance.now() + result.problem.retryAfter * 1000);
    }
    return result;
  };

  return { call };
}

/** Limits apply to a route, whatever its parameters. */
function kindOf({ path, method, body }: ApiRequest): string {
  const route = path.replace(/\?.*|[0-9a-f-]{36}/g, "");
  return `${method ?? (body ? "POST" : "GET")} ${route}`;
}
