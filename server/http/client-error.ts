import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import { problemResponse } from "#platform/http/problem.ts";
import { newId } from "#platform/new-id.ts";

// Errors of Node's HTTP parser (llhttp's codes, and Node's own for requests that never end).
const CODES: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "payload_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

/** Responds to an unreadable request in the API's own format, unless another response has begun, and closes the connection. */
export function respondToClientError(error: Error & { code?: string }, socket: Duplex): void {
  // Node's own check before it responds.
  const { _httpMessage: begun } = socket as { _httpMessage?: { headersSent: boolean } | null };
  if (!socket.writable || error.code === "ECONNRESET" || begun?.headersSent) {
    socket.destroy();
    return;
  }
  const code = CODES[error.code ?? ""];
  const known = code ? new AppError(code) : new AppError("invalid_request", { detail: "This is not a valid request." });
  const problem = problemResponse(known, newId());
  const { body } = problem;
  problem.headers.set("Connection", "close");
  problem.headers.set("Content-Length", String(Buffer.byteLength(body)));
  const head = [...problem.headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${head}\r\n${body}`);
}
