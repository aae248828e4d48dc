import { numberIn } from "./marks.ts";
import { createStreamClient } from "./stream-client.ts";
import type { Attempts } from "./stream-fetch.ts";
import { type Cut, type Returned, sharedNow, type Task } from "./words.ts";

const AT_ONCE = 50;

const nothingYet = (): Returned => ({ backAt: [], attempts: 0, deferred: 0, gaveUp: 0, errors: {} });

/** The clients of one process. */
export class StreamCrowd {
  #clients: ReturnType<typeof createStreamClient>[] = [];
  #met = nothingYet();
  #waiting = new Set<number>();
  #allLive = Promise.withResolvers<void>();
  #cuts = 0;
  readonly #onLive = new Map<number, () => void>();
  /** When the other side got a message, by its number. */
  readonly heard = new Map<number, number>();

  readonly #attempts: Attempts = {
    onConnected: () => {
      this.#met.attempts += 1;
    },
    onStatus: (status, retryAfter) => {
      if (status === 200) return;
      if (status === 503 && retryAfter !== undefined) this.#met.deferred += 1;
      else this.#noteError(`status ${status}`);
    },
    onNoResponse: (reason) => {
      if (reason === "gave up") this.#met.gaveUp += 1;
      else this.#noteError(reason);
    },
  };

  /** Opens streams, some at a time, and resolves once all are live. */
  async open({ port, streams, fetches }: Task & { kind: "open" }): Promise<void> {
    this.#clients = streams.map((to, at) =>
      createStreamClient({
        to,
        port,
        at,
        fetches,
        attempts: this.#attempts,
        onLive: () => this.#noteLive(at),
        onCut: () => {
          this.#cuts += 1;
        },
        onMessage: ({ body }) => this.#noteHeard(body),
      }),
    );
    const rest = [...this.#clients.entries()];
    const openNext = async () => {
      for (let next = rest.shift(); next; next = rest.shift()) {
        const [at, { live }] = next;
        await new Promise<void>((resolve) => {
          this.#onLive.set(at, resolve);
          live.start();
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, openNext));
  }

  /** Resolves once every stream, from now on, was cut and is live again. */
  async allBack(): Promise<Returned> {
    this.#met = nothingYet();
    this.#allLive = Promise.withResolvers();
    this.#waiting = new Set(this.#clients.keys());
    await this.#allLive.promise;
    return this.#met;
  }

  /** How often a stream was cut so far, and how many have none right now. */
  cut(): Cut {
    const away = this.#clients.filter(({ live }) => live.state.get().phase !== "live").length;
    return { times: this.#cuts, away };
  }

  close(): void {
    for (const { close } of this.#clients) close();
    this.#clients = [];
  }

  #noteLive(at: number): void {
    this.#onLive.get(at)?.();
    this.#onLive.delete(at);
    if (!this.#waiting.delete(at)) return;
    this.#met.backAt.push(sharedNow());
    if (this.#waiting.size === 0) this.#allLive.resolve();
  }

  #noteHeard(body: string): void {
    const number = numberIn(body);
    if (number !== undefined && !this.heard.has(number)) this.heard.set(number, sharedNow());
  }

  #noteError(reason: string): void {
    this.#met.errors[reason] = (this.#met.errors[reason] ?? 0) + 1;
  }
}
