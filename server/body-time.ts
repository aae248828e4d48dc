import type { IncomingMessage, Server } from "node:http";

const BODY_MS = 60_000;

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Ends a request whose body hasn't arrived after a minute, as Node would: uploads need longer, and Node has one time for all. */
export function limitBodyTime(server: Server, request: IncomingMessage): void {
  if (!hasBody(request)) return;
  const late = () => {
    if (request.complete) return;
    server.emit("clientError", Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), request.socket);
  };
  const timer = setTimeout(late, BODY_MS).unref();
  const end = () => clearTimeout(timer);
  request.once("end", end).once("close", end);
}
