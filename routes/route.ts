import { AppError } from "#platform/errors.ts";
import { allowAnyOrigin, apiHeaders, setPreflightHeaders } from "#platform/http/api-headers.ts";
import { Download } from "#platform/http/download.ts";
import { METHODS, type Method } from "#platform/http/methods.ts";
import { problemResponse } from "#platform/http/problem.ts";
import { Redirect } from "#platform/http/redirect.ts";
import { type HttpResponse, type ResponseHeaders, toResponse } from "#platform/http/response.ts";
import { log } from "#platform/log.ts";
import { newId } from "#platform/new-id.ts";
import { mayRunRoutes } from "#platform/request-context.ts";
import { registerRoute } from "./declared-routes.ts";
import type { Endpoints } from "./endpoint.ts";
import { openStream, type RouteContext, runEndpoint } from "./run-endpoint.ts";

const PART_OF_A_ROUTE = /^(?:[a-z-]{0,24}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

function allowedMethods(endpoints: Endpoints): string {
  const declared = METHODS.filter((method) => method in endpoints || (method === "HEAD" && "GET" in endpoints));
  return [...declared, "OPTIONS"].join(", ");
}

async function respond(
  endpoints: Endpoints,
  request: Request,
  context: RouteContext,
  headers: ResponseHeaders,
): Promise<HttpResponse> {
  // A path that Next reads differently than our server must not lead past the server's checks.
  if (!context.send && !mayRunRoutes()) throw new AppError("not_found");
  const allow = allowedMethods(endpoints);
  if (request.method === "OPTIONS") {
    headers.set("Allow", allow);
    return { status: 204, headers, body: null };
  }
  const method = request.method === "HEAD" ? "GET" : request.method;
  const declared = Object.hasOwn(endpoints, method) ? endpoints[method as keyof Endpoints] : undefined;
  if (!declared) throw new AppError("method_not_allowed", { allow });
  if ("open" in declared) return openStream(declared, request, context, headers);
  const result = await runEndpoint(declared, request, context, headers);
  if (result instanceof Download) {
    result.describe(headers);
    if (request.method === "HEAD") result.discard();
    return { status: result.status, headers, body: request.method === "HEAD" ? null : result };
  }
  if (result instanceof Redirect) {
    headers.set("Location", result.url);
    return { status: result.status ?? declared.status, headers, body: null };
  }
  if (!declared.response) return { status: 204, headers, body: null };
  headers.set("Content-Type", "application/json");
  return { status: declared.status, headers, body: request.method === "HEAD" ? null : JSON.stringify(result) };
}

type Options = { cors?: "any-origin" };

/**
 * Builds the handlers that a route file exports from its declarations. Every response, errors included, carries its
 * request id and is never cached, and every request leaves one log line.
 */
export function route(endpoints: Endpoints, { cors }: Options = {}): Record<Method, RouteHandler> {
  const handle: RouteHandler = async (request, context) => {
    const started = performance.now();
    const requestId = newId();
    const headers = apiHeaders(requestId);
    const made = await respond(endpoints, request, context, headers).catch((error: unknown) =>
      problemResponse(error, requestId),
    );
    if (cors) allowAnyOrigin(made.headers);
    if (cors && request.method === "OPTIONS") setPreflightHeaders(made.headers, allowedMethods(endpoints));
    const ms = Math.round((performance.now() - started) * 10) / 10;
    log().info({ requestId, method: request.method, path: loggedPath(request.url), status: made.status, ms });
    return (context.send ?? toResponse)(made);
  };
  registerRoute(handle, endpoints);
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle };
}

/** Returns a path for the log. Callers can put anything in place of an id, even a token or an email address. */
const loggedPath = (url: string): string =>
  new URL(url).pathname
    .split("/")
    .map((segment) => (PART_OF_A_ROUTE.test(segment) ? segment : "*"))
    .join("/");
