/** What the generator is to do. It is sent to another process, so it is data only. */
export type LoadJob = {
  port: number;
  connections: number;
  seconds: number;
  /** Whole HTTP/1.1 requests. Each connection takes every n-th in turn, so that adjacent ones don't meet on a row. */
  requests: string[];
  /** The status of every response. */
  status: number;
};

export type LoadResult = {
  requests: number;
  seconds: number;
  latencies: number[];
  /** The generator's own CPU time. */
  cpuMs: number;
};

/** A piece of a request that the generator makes another one each time, such as the idempotency key. */
export const EACH_TIME = "00000000-0000-4000-8000-000000000000";

type Request = {
  method: string;
  path: string;
  token?: string;
  cookie?: string;
  /** What's sent as JSON, or as a file if it's a text. */
  body?: object | string;
  isKeyed?: boolean;
  /** The encoding that a response may have. */
  accepted?: string;
};

/** An HTTP/1.1 request as it is on the wire. */
export function requestText({ method, path, token, cookie, body, isKeyed = false, accepted }: Request): string {
  const isFile = typeof body === "string";
  const content = body === undefined ? "" : isFile ? body : JSON.stringify(body);
  const headers = [
    `${method} ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(cookie === undefined ? [] : [`Cookie: ${cookie}`]),
    ...(accepted === undefined ? [] : [`Accept-Encoding: ${accepted}`]),
    ...(isKeyed ? [`Idempotency-Key: ${EACH_TIME}`] : []),
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(content)}`]),
    ...(body === undefined ? [] : [isFile ? "File-Name: file" : "Content-Type: application/json"]),
  ];
  return `${headers.join("\r\n")}\r\n\r\n${content}`;
}
