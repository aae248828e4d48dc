import { connect, type Socket } from "node:net";
import { backoff } from "#client/backoff.ts";
import type { StreamToOpen } from "./words.ts";

const ADDRESSES = 4;
const EVENT_END = "\n\n";

type Listener = {
  onReady(): void;
  onText(events: string): void;
  /** The server answered, but not with a stream. */
  onRefusal(head: string): void;
};

/** One client: it holds a stream open, and when that is cut comes back after the pauses that the product's clients make. */
export class BenchStream {
  readonly #to: StreamToOpen;
  readonly #port: number;
  readonly #address: string;
  readonly #listener: Listener;
  #socket: Socket | undefined;
  #failures = 0;
  #text = "";
  #phase: "opening" | "ready" | "closed" = "opening";

  constructor(to: StreamToOpen, port: number, at: number, listener: Listener) {
    this.#to = to;
    this.#port = port;
    // One address has not enough ports for every number of clients.
    this.#address = `127.0.0.${1 + (at % ADDRESSES)}`;
    this.#listener = listener;
  }

  open(): void {
    this.#text = "";
    this.#phase = "opening";
    const socket = connect({ port: this.#port, host: "127.0.0.1", localAddress: this.#address });
    this.#socket = socket;
    socket.setEncoding("utf8");
    socket.on("connect", () => {
      const { path, token } = this.#to;
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    });
    socket.on("data", (text: string) => this.#receive(text));
    socket.on("error", () => undefined);
    socket.on("close", () => this.#reopen());
  }

  close(): void {
    this.#phase = "closed";
    this.#socket?.destroy();
  }

  #reopen(): void {
    if (this.#phase === "closed") return;
    this.#failures = this.#phase === "ready" ? 1 : this.#failures + 1;
    setTimeout(() => this.#phase !== "closed" && this.open(), backoff(this.#failures));
  }

  #receive(text: string): void {
    this.#text += text;
    if (this.#phase === "opening" && !this.#begin()) return;
    const end = this.#text.lastIndexOf(EVENT_END);
    if (end < 0) return;
    this.#listener.onText(this.#text.slice(0, end));
    this.#text = this.#text.slice(end + EVENT_END.length);
  }

  #begin(): boolean {
    const head = this.#text.slice(0, this.#text.indexOf("\r\n"));
    if (head !== "" && !head.includes(" 200 ")) {
      this.#listener.onRefusal(head);
      this.#socket?.destroy();
      return false;
    }
    if (!this.#text.includes("event: ready")) return false;
    this.#phase = "ready";
    this.#listener.onReady();
    return true;
  }
}
