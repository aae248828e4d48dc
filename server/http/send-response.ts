import type { ServerResponse } from "node:http";
import { Download } from "#platform/http/download.ts";
import type { HttpResponse } from "#platform/http/response.ts";
import type { EventStream } from "#platform/live/event-stream.ts";

// Larger than the last events before an end can be.
const UNREAD_MAX_BYTES = 64 * 1024;

/** Writes a response directly to the connection. */
export function sendResponse({ status, headers, body }: HttpResponse, response: ServerResponse): void {
  response.setHeaders(headers);
  if (body instanceof Download) {
    response.writeHead(status);
    void body.sendTo(response);
    return;
  }
  if (body !== null && typeof body !== "string") {
    response.writeHead(status);
    sendEvents(body, response);
    return;
  }
  if (body !== null) response.setHeader("Content-Length", Buffer.byteLength(body));
  response.writeHead(status).end(body);
}

function sendEvents(stream: EventStream, response: ServerResponse): void {
  stream.attach({
    write: (chunk) => {
      response.write(chunk);
      return response.writableLength;
    },
    end: () => (response.writableLength < UNREAD_MAX_BYTES ? response.end() : response.destroy()),
    cut: () => response.destroy(),
  });
  response.once("close", () => stream.abandon());
  // The client may have disconnected while the stream was being opened.
  if (response.destroyed) stream.abandon();
}
