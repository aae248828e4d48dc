import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpResponse } from "#platform/http/response.ts";
import { sendResponse } from "./send-response.ts";

const DISCARD_MS = 5_000;
const DISCARD_BYTES = 64 * 1024 ** 2;

/**
 * Sends a response to a request whose body may not have been read to its end. The rest is discarded for a while: a client that's
 * still sending loses a response if the connection is closed right after it.
 */
export function sendBeforeBodyEnds(sent: HttpResponse, request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = sent;
  if (request.complete || request.destroyed || typeof body !== "string") {
    sendResponse(sent, response);
    return;
  }
  response.setHeaders(headers);
  response.setHeader("Connection", "close");
  response.setHeader("Content-Length", Buffer.byteLength(body));
  response.writeHead(status);
  response.write(body);
  let discarded = 0;
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, DISCARD_MS).unref();
  request.on("data", (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > DISCARD_BYTES) end();
  });
  for (const event of ["end", "close", "error"]) request.once(event, end);
  request.resume();
}
