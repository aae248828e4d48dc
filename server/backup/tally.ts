import { sizeWords } from "#platform/size-words.ts";

const KEYS_MOST = 10;

/** How many contents of a kind there are, how many bytes they take, and the keys of the first few. */
export class Tally {
  count = 0;
  bytes = 0;
  readonly #keys: string[] = [];

  add({ key, size }: { key: string; size: number }): void {
    this.count += 1;
    this.bytes += size;
    if (this.#keys.length < KEYS_MOST) this.#keys.push(key);
  }

  toString(): string {
    return filesWords(this);
  }

  /** The keys on one line each, and how many more there are. */
  lines(): string[] {
    const more = this.count - this.#keys.length;
    return [...this.#keys.map((key) => `  ${key}`), ...(more > 0 ? [`  and ${more.toLocaleString("en")} more`] : [])];
  }
}

/** Returns such as `1,204 files (3.1 GB)`. */
export const filesWords = ({ count, bytes }: { count: number; bytes: number }): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "file" : "files"} (${sizeWords(bytes)})`;
