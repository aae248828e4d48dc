import { createServer, type IncomingMessage, type RequestListener, Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import next from "next";
import { AppError } from "#platform/errors.ts";
import { logFailure } from "#platform/failure-log.ts";
import { BODY_MAX_BYTES } from "#platform/http/json-body.ts";
import { METHODS } from "#platform/http/methods.ts";
import { log } from "#platform/log.ts";
import { countResponse, currentMetrics } from "#platform/metrics/count.ts";
import { withRequestContext } from "#platform/request-context.ts";
import { takesFile } from "#routes/declared-routes.ts";
import { ACCEPT_QUEUE } from "./accept-queue.ts";
import { ApiRouter, pathSegments } from "./api-router.ts";
import { limitBodyTime } from "./body-time.ts";
import { respondToClientError } from "./client-error.ts";
import { guardConnections } from "./connection-guard.ts";
import { isOnlyForBaseUrl } from "./files-host.ts";
import { isReference, KeptPage } from "./kept-page.ts";
import { addressOf, isExpectant, rememberAddress, runRoute } from "./mounted-route.ts";
import { isOperation, serveOperation } from "./operations.ts";
import { openPageFiles } from "./page-files.ts";
import { admitPage, methodProblem, removeInternalHeaders, settleSessionCookie } from "./page-request.ts";
import { openPageRoots } from "./page-roots.ts";
import { PageTurns } from "./page-turns.ts";
import { setCommonHeaders, setPageHeaders } from "./security-headers.ts";
import { sendProblem, UNREADABLE } from "./send-problem.ts";

const HEADERS_TIMEOUT_MS = 20_000;
// Of the longest uploads. Other bodies have less (see body-time.ts), and slow uploads too (see lib/files/files).
const REQUEST_TIMEOUT_MS = 20 * 60_000;
// How often both timeouts are checked.
const CHECK_EVERY_MS = 5_000;
const KEEP_ALIVE_MS = 65_000;
const CLOSE_WITHIN_MS = 3_000;
// A connection is idle again when a response ends that began before the end of connections was decided.
const CLOSE_IDLE_EVERY_MS = 20;
// Node silently drops header fields beyond its own limit.
const HEADERS_MAX = 200;

type Listening = {
  port: number;
  /** Closes each connection after its next response, so that a proxy doesn't send a request on one that's being closed. */
  endConnections(): void;
  /** Accepts no new connections. Open ones continue. */
  stopAccepting(): void;
  close(): Promise<void>;
};
type Options = { port: number; host: string; dev: boolean; isWorker: boolean };

function breakOff(error: unknown, request: IncomingMessage, response: ServerResponse): void | Promise<void> {
  if (!response.headersSent) return sendProblem(error, request, response);
  logFailure(error, "response failed midway", { requestId: String(response.getHeader("x-request-id") ?? "") });
  response.destroy();
}

// Next reads bodies of any size, so one that may be too large mustn't reach it. Browsers always send the length.
function hasBoundedBody(request: IncomingMessage): boolean {
  const length = Number(request.headers["content-length"] ?? 0);
  return request.headers["transfer-encoding"] === undefined && length <= BODY_MAX_BYTES;
}

/**
 * Serves everything on one port: the API's route modules mounted directly, at a fraction of their cost inside Next,
 * and the pages through Next.
 */
export async function listen({ port, host, dev, isWorker }: Options): Promise<Listening> {
  const server = createHttpServer();
  // Next handles WebSocket upgrades on the server it's given; only development needs them.
  const app = next({ dev, dir: join(import.meta.dirname, "..", ".."), httpServer: dev ? server : new Server() });
  const [router] = await Promise.all([ApiRouter.load(), app.prepare()]);
  const servePage = app.getRequestHandler();
  const handle = createHandler({ dev, server, router, servePage });

  let isEnding = false;
  handleEvents(server, (request, response) => {
    if (isEnding) response.setHeader("Connection", "close");
    Promise.resolve(handle(request, response)).catch((error: unknown) => breakOff(error, request, response));
  });

  // Linux shares connections evenly among processes that each listen, with a queue for each. Elsewhere they take them
  // from one, as they can.
  const reusePort = isWorker && process.platform === "linux";
  const accept = () => server.listen({ port, host, backlog: ACCEPT_QUEUE, reusePort });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.once("listening", resolve);
    accept();
  });
  server.removeAllListeners("error");
  const endGuard = guardConnections(server, accept);
  return {
    port: (server.address() as AddressInfo).port,
    endConnections: () => {
      isEnding = true;
    },
    stopAccepting: () => {
      endGuard();
      server.close();
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
      const cut = setTimeout(() => {
        log().warn("connections are cut, because their responses take too long");
        server.closeAllConnections();
      }, CLOSE_WITHIN_MS);
      await closed;
      clearInterval(idle);
      clearTimeout(cut);
      await app.close();
    },
  };
}

function createHttpServer(): Server {
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_EVERY_MS,
    // `headerProblem` does this in the API's error format.
    requireHostHeader: false,
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.maxHeadersCount = HEADERS_MAX + 1;
  return server;
}

type Parts = {
  dev: boolean;
  server: Server;
  router: ApiRouter;
  servePage: ReturnType<ReturnType<typeof next>["getRequestHandler"]>;
};

/** Returns what serves a request, by its path. */
function createHandler({ dev, server, router, servePage }: Parts): RequestListener {
  const files = dev ? null : openPageFiles();
  const turns = new PageTurns();
  const keep = (path: string, status: number) =>
    dev ? null : new KeptPage((request, response) => void servePage(request, response), { path, status });
  const reference = keep("/docs", 200);
  // Any path that no page has.
  const unknown = keep("/-", 404);
  const isUnknown = dev ? () => false : openPageRoots();

  return async (request, response) => {
    // The client has already been refused (client-error.ts), so the request isn't carried out.
    if (!request.socket.writable) return void request.socket.destroy();
    setCommonHeaders(response);
    const route = observeResponse(request, response);
    const problem = headerProblem(request);
    if (problem) return sendProblem(problem, request, response);
    const path = pathSegments(request.url ?? "");
    if (!path) return sendProblem(UNREADABLE, request, response);
    if (isOnlyForBaseUrl(request, path)) return sendProblem(new AppError("not_found"), request, response);
    if (isOperation(path)) return serveOperation(path, request, response);
    const match = router.match(path);
    route.name = match?.pattern ?? (path[0] === "_next" ? "files" : "pages");
    const isUpload = match !== null && takesFile(match.handlers, request.method ?? "");
    if (!isUpload) {
      limitBodyTime(server, request);
      if (isExpectant(request)) response.writeContinue();
    }
    // In development, Next compiles the routes, so that a change shows without a restart.
    if (match && !dev) return runRoute(match, request, response);
    // Someone who types an address gets a page, whether or not it's below the API's.
    const isForProgram = request.headers["sec-fetch-dest"] !== "document";
    if (!match && isForProgram && router.owns(path)) return sendProblem(new AppError("not_found"), request, response);
    if (!isUpload && !hasBoundedBody(request)) return sendProblem(new AppError("payload_too_large"), request, response);
    if (!match && !dev) {
      // In development, Next's own tools use all methods and headers.
      const problem = methodProblem(request, path);
      if (problem) return sendProblem(problem, request, response);
      if (files && path[0] === "_next") return files.send(path, request, response);
      removeInternalHeaders(request);
    }
    if (route.name === "pages") {
      if (!admitPage(path, request, response)) return;
      await settleSessionCookie(request, response);
    }
    const kept = isReference(path) ? reference : isUnknown(path) && request.headers.rsc === undefined && unknown;
    if (kept) return kept.send(request, response, (nonce) => setPageHeaders(request, response, { dev, nonce }));
    if (!match) {
      setPageHeaders(request, response, { dev });
      // Next would send them in a packet of their own.
      response.flushHeaders = () => undefined;
    }
    const render = () =>
      withRequestContext({ address: addressOf(request), mayRunRoutes: dev }, () => servePage(request, response));
    return dev ? render() : turns.take(render, () => !response.destroyed);
  };
}

/** Serves requests, and those that Node has an event of their own for. */
function handleEvents(server: Server, serve: RequestListener): void {
  server.on("request", serve);
  // Otherwise Node would ask for the body of an upload before anyone knows whether it's accepted.
  server.on("checkContinue", serve);
  server.on("connection", rememberAddress);
  // Node's own response is empty.
  server.on("checkExpectation", (request, response) => {
    setCommonHeaders(response);
    observeResponse(request, response);
    sendProblem(UNEXPECTED, request, response);
  });
  server.on("connect", (_request, socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("finish", () => socket.destroy());
    respondToClientError(new Error("CONNECT"), socket);
  });
  server.on("clientError", (error, socket) => void respondToClientError(error, socket));
}

const UNEXPECTED = new AppError("invalid_request", { detail: "The Expect header may only be 100-continue." });
const TOO_MANY = new AppError("headers_too_large", {
  detail: `A request may have at most ${HEADERS_MAX} header fields.`,
});

/** Returns what's wrong with a request's header fields as a whole (Host: RFC 9112 section 3.2), if anything. */
function headerProblem({ rawHeaders, httpVersion }: IncomingMessage): AppError | undefined {
  if (rawHeaders.length > 2 * HEADERS_MAX) return TOO_MANY;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") hosts += 1;
  }
  const isRight = hosts === 1 || (hosts === 0 && httpVersion === "1.0");
  return isRight ? undefined : UNREADABLE;
}

/** Counts a response when it ends, under its route's name, which is known by then. */
function observeResponse({ method = "" }: IncomingMessage, response: ServerResponse): { name: string } {
  const route = { name: "none" };
  if (!currentMetrics()) return route;
  const started = performance.now();
  response.once("close", () => {
    // How long a stream is open isn't a response time.
    if (String(response.getHeader("content-type")).startsWith("text/event-stream")) return;
    countResponse({
      method: METHODS.includes(method) ? method : "other",
      route: route.name,
      // A client that disconnected before the response started got no status.
      status: response.headersSent ? String(response.statusCode) : "none",
      ms: performance.now() - started,
    });
  });
  return route;
}
