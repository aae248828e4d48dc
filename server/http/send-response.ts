import type { ServerResponse } from "node:http";
import { Download } from "#platform/http/download.ts";
import type { HttpResponse } from "#platform/http/response.ts";
import type { EventStream } from "#platform/live/event-stream.ts";
import { takeConnection } from "./take-connection.ts";

// Larger than the last events before an end can be.
const UNREAD_MAX_BYTES = 64 * 1024;
// For the client to read them.
const END_WITHIN_MS = 3_000;

/** Writes a response directly to the connection. */
export function sendResponse({ status, headers, body }: HttpResponse, response: ServerResponse): void {
  response.setHeaders(headers);
  if (body instanceof Download) {
    response.writeHead(status);
    void body.sendTo(response);
    return;
  }
  if (body !== null && typeof body !== "string") {
    sendEvents(body, response, status);
    return;
  }
  if (body !== null) response.setHeader("Content-Length", Buffer.byteLength(body));
  response.writeHead(status).end(body);
}

function sendEvents(stream: EventStream, response: ServerResponse, status: number): void {
  const connection = takeConnection(response, status) ?? response.writeHead(status);
  stream.attach({
    write: (chunk) => {
      connection.write(chunk);
      return connection.writableLength;
    },
    end: () => {
      if (connection.writableLength >= UNREAD_MAX_BYTES) return void connection.destroy();
      connection.end();
      const cut = setTimeout(() => connection.destroy(), END_WITHIN_MS);
      connection.once("close", () => clearTimeout(cut));
    },
    cut: () => connection.destroy(),
  });
  connection.once("close", () => stream.abandon());
  // The client may have disconnected while the stream was being opened.
  if (connection.destroyed) stream.abandon();
}
