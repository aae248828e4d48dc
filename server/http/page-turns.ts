import { setTimeout as pause } from "node:timers/promises";

const AT_ONCE = 8;
// A page that waits, for the database or for a slow client, lets others begin.
const LONGEST_TURN_MS = 1_000;

/** Renders a few pages at a time. Many that were requested together would otherwise hold up everything else. */
export class PageTurns {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** Renders in the order of the calls. `isWanted` is false if no one waits for the page by then. */
  async take(render: () => Promise<void>, isWanted: () => boolean): Promise<void> {
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    if (!isWanted()) return this.#pass();
    const rendering = render();
    const late = new AbortController();
    const turn = Promise.race([rendering, pause(LONGEST_TURN_MS, undefined, { ref: false, signal: late.signal })]);
    const pass = () => {
      late.abort();
      this.#pass();
    };
    void turn.then(pass, pass);
    return rendering;
  }

  #pass(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}
