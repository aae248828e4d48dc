import type { ApiResult } from "./api.ts";

export type Quiet = <T>(send: () => Promise<ApiResult<T>>) => Promise<ApiResult<T>>;

/** Leaves the server alone for as long as a 429 asked: meanwhile, requests get the same response locally. */
export function createQuiet(): Quiet {
  let until = 0;
  return async (send) => {
    const left = Math.ceil((until - performance.now()) / 1000);
    if (left > 0) return { ok: false, problem: { status: 429, code: "rate_limited", retryAfter: left, fields: [] } };
    const result = await send();
    if (!result.ok && result.problem.status === 429) until = performance.now() + result.problem.retryAfter * 1000;
    return result;
  };
}
