import type { ApiRequest, ApiResult } from "./api.ts";
import { createQuiet, type Quiet } from "./quiet.ts";
import type { Entrance, Session } from "./session.ts";

/** Sends requests with the session's token. If it has expired, retries once with a new one. */
export function createCalls({ open, drop, send }: Entrance): Session["call"] {
  const quiets = new Map<string, Quiet>();

  return async <T>(asked: ApiRequest): Promise<ApiResult<T>> => {
    const kind = kindOf(asked);
    const quiet = quiets.get(kind) ?? createQuiet();
    quiets.set(kind, quiet);
    for (let tries = 1; ; tries++) {
      const session = await open();
      if (!session.ok) return session;
      const { token } = session.value;
      const result = await quiet(() => send<T>({ ...asked, token }));
      if (result.ok || result.problem.status !== 401 || tries === 2) return result;
      drop(token);
    }
  };
}

/** Limits apply to a route, whatever its parameters. */
function kindOf({ path, method, body }: ApiRequest): string {
  const route = path.replace(/\?.*|[0-9a-f-]{36}/g, "");
  return `${method ?? (body ? "POST" : "GET")} ${route}`;
}
