import { connect, type Socket } from "node:net";

const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** A connection that sends one request after the other, and reads only where each response ends. */
export class LoadConnection {
  readonly #socket: Socket;
  #chunks: Buffer[] = [];
  #received = 0;
  #length: number | undefined;
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

  /** Sends a whole request, in one piece or several, and returns the whole response. */
  ask(...request: Buffer[]): Promise<Buffer> {
    this.#waiting = Promise.withResolvers();
    if (this.#socket.destroyed) this.#waiting.reject(new Error("the server closed the connection"));
    for (const piece of request) this.#socket.write(piece);
    return this.#waiting.promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#received += chunk.length;
    // Large responses are put together once.
    if (this.#length !== undefined && this.#received < this.#length) return;
    const received = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks);
    this.#length ??= lengthOf(received);
    const isWhole =
      this.#length === undefined
        ? received.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
        : received.length >= this.#length;
    if (!isWhole) return;
    this.#chunks = [];
    this.#received = 0;
    this.#length = undefined;
    this.#waiting?.resolve(received);
  }
}

/** Returns how long a response is that announces it. */
function lengthOf(received: Buffer): number | undefined {
  const headEnd = received.indexOf(HEAD_END);
  const head = received.toString("latin1", 0, Math.max(0, headEnd));
  const [, length] = /^content-length: *(\d+)/im.exec(head) ?? [];
  return length === undefined ? undefined : headEnd + HEAD_END.length + Number(length);
}
