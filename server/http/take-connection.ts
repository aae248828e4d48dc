import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** What Node parses a connection's requests with, as far as its own upgrades use it. */
type RequestParser = { remove(): void; close(): void; socket: unknown; incoming: unknown; onIncoming: unknown };

/** What Node listens with to a connection that may bring requests, by event. */
const LISTENERS = {
  close: "bound socketOnClose",
  data: "bound socketOnData",
  drain: "bound socketOnDrain",
  end: "bound socketOnEnd",
  error: "socketOnError",
  timeout: "socketOnTimeout",
};

/**
 * Sends a response's header, and takes its connection from `node:http`, which keeps half of a stream's memory for further
 * requests. What's written to it from then on is the body, which ends with the connection (RFC 9112 section 6.3). Null, with
 * nothing sent, if it can't be taken: another response comes first or was asked for behind it, the client is gone, or this Node
 * has no such parser and listeners.
 */
export function takeConnection(response: ServerResponse, status: number): Socket | null {
  const { socket, req } = response;
  const parser = (socket as { parser?: RequestParser } | null)?.parser;
  const isKnown = typeof parser?.remove === "function" && typeof parser.close === "function";
  if (!socket || socket.destroyed || !isKnown || req.method !== "GET" || !req.complete) return null;
  // Requests behind this one are ended by Node alone.
  if (parser.incoming !== req) return null;
  const listeners = Object.entries(LISTENERS).flatMap(([event, name]) => {
    const found = socket.listeners(event).find((listener) => listener.name === name);
    return found ? [{ event, listener: found as () => void }] : [];
  });
  if (listeners.length < Object.keys(LISTENERS).length) return null;
  response.useChunkedEncodingByDefault = false;
  // One packet with what's written next.
  socket.cork();
  process.nextTick(uncork, socket);
  response.writeHead(status).flushHeaders();
  // Node hands over what it reads, now that someone listens. After its only request, a client has nothing to say.
  socket.on("data", destroy);
  for (const { event, listener } of listeners) socket.removeListener(event, listener);
  response.detachSocket(socket);
  Object.assign(socket, { parser: null });
  free(parser);
  // Otherwise a connection stays half open when its client ends its side.
  return socket.on("error", destroy).on("end", destroy).on("finish", destroy).setTimeout(0);
}

// Made once: a function of each connection's own would keep its request and response.
function destroy(this: Socket): void {
  this.destroy();
}
const uncork = (socket: Socket) => socket.uncork();
const close = (parser: RequestParser) => parser.close();

function free(parser: RequestParser): void {
  parser.remove();
  Object.assign(parser, { socket: null, incoming: null, onIncoming: null });
  // The parser may be running now.
  setImmediate(close, parser);
}
