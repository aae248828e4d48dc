import { LoadConnection } from "../load/connection.ts";
import { requestText } from "../load/job.ts";

const HEAD_END = "\r\n\r\n";

/** Calls the API with one token, over one connection that's kept open as a browser would. */
export class ApiSession {
  readonly #port: number;
  readonly #token: string;
  readonly #localAddress: string;
  #connection: Promise<LoadConnection> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(port: number, token: string, localAddress: string) {
    this.#port = port;
    this.#token = token;
    this.#localAddress = localAddress;
  }

  /** Returns the status and body of the response; status 0 without one. */
  request(path: string, body?: object): Promise<{ status: number; body: string }> {
    const response = this.#last.then(() => this.#ask(path, body));
    this.#last = response;
    return response;
  }

  close(): void {
    void this.#connection?.then((connection) => connection.close()).catch(() => undefined);
    this.#connection = undefined;
  }

  async #ask(path: string, body: object | undefined) {
    try {
      this.#connection ??= LoadConnection.open(this.#port, this.#localAddress);
      const connection = await this.#connection;
      const method = body ? "POST" : "GET";
      const text = requestText({ method, path, token: this.#token, ...(body && { body }) });
      const response = (await connection.ask(Buffer.from(text))).toString();
      return { status: Number(response.slice(9, 12)), body: response.slice(response.indexOf(HEAD_END) + 4) };
    } catch {
      this.#connection = undefined;
      return { status: 0, body: "" };
    }
  }
}
