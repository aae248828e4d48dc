import { connect } from "node:net";
import { testEnvironment } from "./environment.ts";

export type RawResponse = { status: number; head: string; body: string };

/** Writes bytes that no HTTP client would send, and reads until the server closes the connection. */
export function sendRaw(request: string): Promise<RawResponse> {
  const { hostname, port } = new URL(testEnvironment.baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let received = "";
    socket.setEncoding("latin1").on("data", (text) => {
      received += text;
    });
    // A server that has responded may reset a connection on which more was coming.
    socket.on("error", (error) => (received ? undefined : reject(error)));
    socket.on("close", () => resolve(parse(received)));
    socket.on("connect", () => socket.write(request));
  });
}

/** Writes a whole request and hangs up without waiting for the response. */
export function sendAndHangUp(request: string): Promise<void> {
  const { hostname, port } = new URL(testEnvironment.baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on("error", reject).on("close", () => resolve());
    socket.on("connect", () => socket.write(request, () => socket.destroy()));
  });
}

function parse(received: string): RawResponse {
  const at = received.indexOf("\r\n\r\n");
  const head = received.slice(0, at);
  const rest = received.slice(at + 4);
  const body = /^transfer-encoding: chunked$/im.test(head) ? joinChunks(rest) : rest;
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), head, body };
}

function joinChunks(text: string): string {
  const end = text.indexOf("\r\n");
  const size = Number.parseInt(text.slice(0, end), 16);
  if (!size) return "";
  return text.slice(end + 2, end + 2 + size) + joinChunks(text.slice(end + 4 + size));
}
