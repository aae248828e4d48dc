import { connect } from "node:net";

const HEAD_END = "\r\n\r\n";

export type Attempts = {
  /** Something accepted the connection. */
  onConnected(): void;
  onStatus(status: number, retryAfter: string | undefined): void;
  /** No response came: the client gave up, or the connection broke. */
  onNoResponse(reason: string): void;
};

type From = { port: number; localAddress: string; attempts: Attempts };

/**
 * A `fetch` for one event stream, at a fraction of the cost of Node's own. The chunks' sizes stay in: to the parser of
 * events they're fields without a name, because the service writes whole events.
 */
export function streamFetch({ port, localAddress, attempts }: From): typeof fetch {
  return (url, init) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    const chunks: Buffer[] = [];
    let head = "";
    let hasHead = false;
    let isConnected = false;
    let isOver = false;
    let wake = () => {};

    const read = async (): Promise<ReadableStreamReadResult<Uint8Array<ArrayBuffer>>> => {
      if (chunks.length === 0 && !isOver) await new Promise<void>((done) => (wake = done));
      const value = chunks.shift();
      return value ? { done: false, value: new Uint8Array(value) } : { done: true, value: undefined };
    };
    const begin = (chunk: Buffer) => {
      head += chunk.toString("latin1");
      const end = head.indexOf(HEAD_END);
      if (end < 0) return;
      hasHead = true;
      const [line = "", ...fields] = head.slice(0, end).split("\r\n");
      const headers = new Headers(fields.map((field) => field.split(/: (.*)/s, 2) as [string, string]));
      const status = Number(line.split(" ")[1]);
      attempts.onStatus(status, headers.get("Retry-After") ?? undefined);
      const rest = Buffer.from(head.slice(end + HEAD_END.length), "latin1");
      if (rest.length > 0) chunks.push(rest);
      head = "";
      resolve({ status, headers, body: { getReader: () => ({ read }) } } as unknown as Response);
    };

    socket.on("connect", () => {
      isConnected = true;
      attempts.onConnected();
      const fields = Object.entries((init?.headers ?? {}) as Record<string, string>);
      const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join("");
      socket.write(`GET ${String(url)} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines}\r\n`);
    });
    socket.on("data", (chunk: Buffer) => {
      if (hasHead) chunks.push(chunk);
      else begin(chunk);
      wake();
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (isConnected && !hasHead) attempts.onNoResponse(error.code ?? error.message);
    });
    socket.on("close", (hadError) => {
      if (!hasHead && isConnected && !hadError) attempts.onNoResponse("closed without a response");
      isOver = true;
      wake();
      reject(new TypeError("network error"));
    });
    init?.signal?.addEventListener("abort", () => {
      if (!hasHead && !isOver) attempts.onNoResponse("gave up");
      isConnected = false;
      socket.destroy();
    });
    return promise;
  };
}
