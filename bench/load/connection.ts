import { connect, type Socket } from "node:net";

const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** A connection that sends one request after the other, and reads only where each response ends. */
export class LoadConnection {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #waiting: PromiseWithResolvers<Buffer> | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("error", (error) => this.#waiting?.reject(error));
    socket.on("close", () => this.#waiting?.reject(new Error("the server closed the connection")));
  }

  static open(port: number, localAddress?: string): Promise<LoadConnection> {
    const { promise, resolve, reject } = Promise.withResolvers<LoadConnection>();
    const from = localAddress === undefined ? {} : { localAddress };
    const socket = connect({ port, host: "127.0.0.1", noDelay: true, ...from }, () =>
      resolve(new LoadConnection(socket)),
    );
    socket.once("error", reject);
    return promise;
  }

  /** Sends a whole request and returns the whole response. */
  ask(request: Buffer): Promise<Buffer> {
    this.#waiting = Promise.withResolvers();
    if (this.#socket.destroyed) this.#waiting.reject(new Error("the server closed the connection"));
    this.#socket.write(request);
    return this.#waiting.promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    const received = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    if (!isWhole(received)) return;
    this.#chunks = [];
    this.#waiting?.resolve(received);
  }
}

function isWhole(received: Buffer): boolean {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return false;
  const head = received.toString("latin1", 0, headEnd);
  const [, length] = /^content-length: *(\d+)/im.exec(head) ?? [];
  if (length !== undefined) return received.length >= headEnd + HEAD_END.length + Number(length);
  return received.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
}
