import type { IncomingMessage, Server } from "node:http";
import { BODY_MAX_BYTES } from "#platform/http/json-body.ts";

const BODY_MS = 10_000;
// So that a whole one can arrive at 4 kB a second.
const MS_PER_BYTE = 0.25;

export const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Refuses a request whose body hasn't arrived in time, as Node would: uploads need longer, and Node has one time for all. A
 * body that arrives after that isn't handled.
 */
export function limitBodyTime(server: Server, request: IncomingMessage, ms = BODY_MS): void {
  if (!hasBody(request)) return;
  const late = () => {
    if (request.complete) return;
    request.socket.once("finish", () => request.destroy());
    server.emit("clientError", Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), request.socket);
  };
  const bytes = Math.min(Number(request.headers["content-length"] ?? BODY_MAX_BYTES), BODY_MAX_BYTES);
  const timer = setTimeout(late, ms + bytes * MS_PER_BYTE).unref();
  const end = () => clearTimeout(timer);
  request.once("end", end).once("close", end);
}
