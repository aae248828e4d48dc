import type { IncomingMessage, ServerResponse } from "node:http";
import { parseAndValidateFlightRouterState as parseRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { methodsOfLoginAction } from "#gate/login-actions.ts";
import { settledSessionCookies, withOneSessionCookie } from "#gate/session-cookie.ts";
import { USER_TOKEN_DAYS } from "#lib/base/sessions/user-token.ts";
import { AppError } from "#platform/errors.ts";
import { problemResponse } from "#platform/http/problem.ts";
import { addressHits } from "#platform/limits/keys.ts";
import { countHits } from "#platform/limits/limiter.ts";
import type { LimitHit } from "#platform/limits/rules.ts";
import { newId } from "#platform/new-id.ts";
import { addressOf } from "./mounted-route.ts";
import { sendResponse } from "./send-response.ts";

/* Requirements that a request has to meet before it reaches Next. */

const PAGE_METHODS = ["GET", "HEAD"];
// A page costs about as much as five requests of the API.
const PAGES_SHARE = 1 / 5;
const DAY_SECONDS = 86_400;

// Next trusts these, or decodes them and logs what it can't decode. Navigation only needs RSC and Next-Router-*.
const INTERNAL_HEADER =
  /^(?:next-(?:action|resume|hmr-refresh)|x-(?:middleware|nextjs|next|invoke|now|prerender)-.*|x-matched-path)$/;

// /api/auth itself is a page that doesn't exist.
const isAuth = (path: string[]) => path[0] === "api" && path[1] === "auth" && path.length > 2;

/** Returns the problem if a page, a file or an action of next-auth doesn't accept the request's method. */
export function methodProblem({ method = "" }: IncomingMessage, path: string[]): AppError | undefined {
  const allowed = isAuth(path) ? methodsOfLoginAction(path.slice(2).join("/")) : PAGE_METHODS;
  if (!allowed) return new AppError("not_found");
  return allowed.includes(method) ? undefined : new AppError("method_not_allowed", { allow: allowed.join(", ") });
}

const STATE = "next-router-state-tree";

/** Removes the headers that Next uses between its own parts, and router state that would make it fail. */
export function removeInternalHeaders({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (INTERNAL_HEADER.test(name)) delete headers[name];
  try {
    parseRouterState(headers[STATE]);
  } catch {
    delete headers[STATE];
  }
}

/** Keeps at most one session cookie in the request, and makes the browser do the same. */
export async function settleSessionCookie({ headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (headers.cookie === undefined) return;
  for (const line of await settledSessionCookies(headers.cookie, USER_TOKEN_DAYS * DAY_SECONDS)) {
    response.appendHeader("Set-Cookie", line);
  }
  headers.cookie = await withOneSessionCookie(headers.cookie);
}

/** Counts a request for a page. Responds in plain text if its address has sent too many. */
export function admitPage(path: string[], request: IncomingMessage, response: ServerResponse): boolean {
  try {
    countHits(pageHits(path, addressOf(request)));
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { status, headers } = problemResponse(error, newId());
    headers.set("Content-Type", "text/plain; charset=utf-8");
    const body = `Too many requests. Try again in ${headers.get("Retry-After")} seconds.\n`;
    sendResponse({ status, headers, body: request.method === "HEAD" ? null : body }, response);
    return false;
  }
}

function pageHits(path: string[], address: string | null): LimitHit[] {
  // next-auth's route counts those.
  if (isAuth(path)) return [];
  // The reference is large, but isn't rendered each time.
  if (path[0] === "docs") return addressHits("reference", address);
  return addressHits("page", address).map((hit) => ({ ...hit, times: (hit.times ?? 1) * PAGES_SHARE }));
}
