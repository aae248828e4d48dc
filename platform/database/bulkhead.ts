const HELD_UP_MS = 1_000;

type Kind = {
  running: number;
  /** When a statement of this kind last succeeded, or the first of those still running started. */
  movedAt: number;
  waiting: Set<() => void>;
};

/**
 * Divides a pool's connections among kinds of statements, so that a kind that hangs, on a locked table for example,
 * can't take all of them: a fifth is always free of each kind, and all hanging kinds share one half.
 */
export class Bulkhead {
  readonly #kinds = new Map<string, Kind>();
  readonly #each: number;
  readonly #heldUp: number;
  readonly #waitMs: number;

  /** A statement without a connection after `waitMs` fails as it would with the pool itself. */
  constructor(connections: number, waitMs: number) {
    this.#each = Math.max(1, Math.floor(connections * 0.8));
    this.#heldUp = Math.max(1, Math.floor(connections / 2));
    this.#waitMs = waitMs;
  }

  /** How many statements are waiting for a connection. */
  get waiting(): number {
    let waiting = 0;
    for (const kind of this.#kinds.values()) waiting += kind.waiting.size;
    return waiting;
  }

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const kind = this.#kinds.get(name) ?? { running: 0, movedAt: performance.now(), waiting: new Set() };
    this.#kinds.set(name, kind);
    if (kind.waiting.size === 0 && this.#hasRoom(kind)) enter(kind);
    else await this.#turnOf(kind);
    const startedAt = performance.now();
    try {
      const result = await work();
      kind.movedAt = performance.now();
      return result;
    } catch (error) {
      // An error is a result too, unless it took as long as a timeout.
      if (performance.now() - startedAt < HELD_UP_MS) kind.movedAt = performance.now();
      throw error;
    } finally {
      kind.running -= 1;
      this.#goOn(name, kind);
    }
  }

  #hasRoom(kind: Kind): boolean {
    if (kind.running >= this.#each) return false;
    if (!isHeldUp(kind)) return true;
    let together = 0;
    for (const other of this.#kinds.values()) if (isHeldUp(other)) together += other.running;
    return together < this.#heldUp;
  }

  #turnOf(kind: Kind): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(late);
        enter(kind);
        resolve();
      };
      const late = setTimeout(() => {
        kind.waiting.delete(go);
        reject(new Error("timeout exceeded when trying to connect: statements of this kind are held up"));
      }, this.#waitMs);
      kind.waiting.add(go);
    });
  }

  #goOn(name: string, kind: Kind): void {
    for (const next of kind.waiting) {
      if (!this.#hasRoom(kind)) break;
      kind.waiting.delete(next);
      next();
    }
    if (kind.running === 0 && kind.waiting.size === 0) this.#kinds.delete(name);
  }
}

function enter(kind: Kind): void {
  if (kind.running === 0) kind.movedAt = performance.now();
  kind.running += 1;
}

const isHeldUp = ({ running, movedAt }: Kind) => running > 0 && performance.now() - movedAt >= HELD_UP_MS;
