import { BenchStream } from "./bench-stream.ts";
import { heardIn } from "./marks.ts";
import type { Returned, StreamToOpen } from "./words.ts";

const AT_ONCE = 100;

/** All clients together. */
export class StreamCrowd {
  #streams: BenchStream[] = [];
  #refusals: string[] = [];
  #waiting = new Set<number>();
  #allReady = Promise.withResolvers<void>();
  #onReadyOf = new Map<number, () => void>();
  /** When the other side heard of a message, by its number. */
  readonly heard = new Map<number, number>();

  /** Opens streams, some at a time, and resolves once the last one is ready. */
  async open(port: number, streams: StreamToOpen[]): Promise<void> {
    this.#streams = streams.map((to, at) => {
      return new BenchStream(to, port, at, {
        onReady: () => this.#noteReady(at),
        onText: (text) => this.#noteHeard(text, to.side),
        onRefusal: (head) => this.#refusals.push(head),
      });
    });
    const all = [...this.#streams.entries()];
    for (let from = 0; from < all.length; from += AT_ONCE) {
      await Promise.all(all.slice(from, from + AT_ONCE).map(([at, stream]) => this.#openOne(at, stream)));
    }
    if (this.#refusals.length > 0)
      throw new Error(`${this.#refusals.length} streams were refused: ${this.#refusals[0]}`);
  }

  /** Resolves once every stream, from now on, has been ready again. */
  async allBack(): Promise<Returned> {
    this.#refusals = [];
    this.#allReady = Promise.withResolvers();
    this.#waiting = new Set(this.#streams.keys());
    await this.#allReady.promise;
    return { backAt: Date.now(), refusals: [...new Set(this.#refusals)] };
  }

  close(): void {
    for (const stream of this.#streams) stream.close();
    this.#streams = [];
  }

  #openOne(at: number, stream: BenchStream): Promise<void> {
    return new Promise((resolve) => {
      this.#onReadyOf.set(at, resolve);
      stream.open();
    });
  }

  #noteReady(at: number): void {
    this.#onReadyOf.get(at)?.();
    this.#onReadyOf.delete(at);
    if (this.#waiting.delete(at) && this.#waiting.size === 0) this.#allReady.resolve();
  }

  #noteHeard(text: string, side: "owner" | "visitor"): void {
    const now = performance.now();
    for (const number of heardIn(text, side)) if (!this.heard.has(number)) this.heard.set(number, now);
  }
}
