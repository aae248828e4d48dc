import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { clientIp, isFromUnknownProxy, proxyTraffic } from "#platform/http/client-ip.ts";
import { METHODS } from "#platform/http/methods.ts";
import { problemResponse } from "#platform/http/problem.ts";
import { type HttpResponse, toResponse } from "#platform/http/response.ts";
import { log } from "#platform/log.ts";
import { noteTraffic } from "#platform/metrics/traffic.ts";
import { newId } from "#platform/new-id.ts";
import { takesFile } from "#routes/declared-routes.ts";
import type { RouteHandler, RouteMatch } from "./api-router.ts";
import { sendProblem, UNREADABLE } from "./send-problem.ts";
import { sendResponse } from "./send-response.ts";
import { sendBeforeBodyEnds } from "./unread-body.ts";

const UNKNOWN_PROXY =
  "a request has X-Forwarded-For, but TRUSTED_PROXY_HOPS is 0. Behind a proxy, set it to the number of proxies; until then, all visitors count as one address";

/** Responds with a route module's own handler, called as Next would, plus the client's address. */
export async function runRoute(
  match: Pick<RouteMatch, "handlers" | "params">,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const handler = handlerOf(match, request.method ?? "");
  if (!handler) {
    return sendProblem(new AppError("method_not_allowed", { allow: await allowOf(match) }), request, response);
  }
  const isUpload = takesFile(match.handlers, request.method ?? "");
  const context: Parameters<RouteHandler>[1] = {
    params: Promise.resolve(match.params),
    clientAddress: addressOf(request),
    send: (sent: HttpResponse) => {
      if (isUpload) sendBeforeBodyEnds(sent, request, response);
      else sendResponse(sent, response);
      return RESPONSE_ALREADY_SENT;
    },
    ...(isUpload && { readBody: () => bodyOf(request, response) }),
  };
  return getRequestListener((fetchRequest) => handler(fetchRequest, context), {
    overrideGlobalObjects: false,
    hostname: "localhost",
    errorHandler: (error) => toResponse(problemResponse(error instanceof RequestError ? UNREADABLE : error, newId())),
  })(request, response);
}

// Stopping early leaves the connection open for the response. A client that waits for a go-ahead gets it now.
async function* bodyOf(request: IncomingMessage, response: ServerResponse): AsyncGenerator<Uint8Array> {
  if (isExpectant(request)) response.writeContinue();
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    yield chunk;
    free(chunk);
  }
}

// Otherwise, the bytes of three uploads are enough for V8 to look for garbage in all of its heap.
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Whether a client sends its body only once it's asked to (RFC 9110 section 10.1.1). */
export const isExpectant = ({ headers }: IncomingMessage): boolean => headers.expect?.toLowerCase() === "100-continue";

// HEAD is handled as GET (RFC 9110 section 9.3.2); Node leaves the body out.
function handlerOf({ handlers }: Pick<RouteMatch, "handlers">, method: string): RouteHandler | undefined {
  if (!METHODS.includes(method)) return undefined;
  return handlers[method] ?? (method === "HEAD" ? handlers.GET : undefined);
}

/** Returns the methods a route allows: from its own response to OPTIONS, or else those it has. */
async function allowOf({ handlers }: Pick<RouteMatch, "handlers">): Promise<string> {
  const request = new Request(env().BASE_URL, { method: "OPTIONS" });
  const options = await handlers.OPTIONS?.(request, { params: Promise.resolve({}), send: toResponse });
  return options?.headers.get("allow") ?? METHODS.filter((method) => method in handlers).join(", ");
}

let hasWarnedOfProxy = false;

/**
 * Reads a new connection's address, which Node keeps from then on. Otherwise, the requests of a caller who hangs up would
 * have none, and count towards no limit.
 */
export function rememberAddress(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
}

/** Returns the caller's address, if it's known. */
export function addressOf({ socket, headers }: IncomingMessage): string | null {
  const forwarded = headers["x-forwarded-for"];
  const connection = {
    peer: socket.remoteAddress,
    forwardedFor: Array.isArray(forwarded) ? forwarded.join(",") : forwarded,
    trustedHops: env().TRUSTED_PROXY_HOPS,
  };
  noteTraffic(proxyTraffic(connection));
  if (!hasWarnedOfProxy && isFromUnknownProxy(connection)) {
    hasWarnedOfProxy = true;
    log().warn(UNKNOWN_PROXY);
  }
  return clientIp(connection);
}
