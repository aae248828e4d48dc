import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Download, noteEarlyEnd } from "./download.ts";
import type { ResponseHeaders } from "./response.ts";

// A reader that pauses asks for the rest later, by its range. The connection's own buffers take long to drain.
const STALLED_MS = 120_000;

const WRONG_LENGTH = "a stored file isn't as long as the database says";

type Described = {
  status: number;
  headers: Record<string, string>;
  stream: Readable | null;
  /** Called once nothing more is read from the stream. */
  onEnd?: (() => void) | undefined;
  stalledMs?: number;
};

/** A stored file, or a part of it, with its headers. Without a stream, it's the headers alone. A reader that stalls is cut off. */
export class ServedFile extends Download {
  override readonly status: number;
  readonly #of: Described;

  constructor(described: Described) {
    super({ fileName: "", mediaType: "" }, described.stream ?? Readable.from([]));
    this.status = described.status;
    this.#of = described;
  }

  override describe(headers: ResponseHeaders): void {
    this.requestId = String(headers.get("X-Request-Id") ?? "");
    for (const [name, value] of Object.entries(this.#of.headers)) headers.set(name, value);
  }

  override async sendTo(writable: NodeJS.WritableStream): Promise<void> {
    const { stream, headers, stalledMs = STALLED_MS } = this.#of;
    if (!stream) {
      writable.end();
      this.discard();
      return;
    }
    const stalled = new AbortController();
    const timer = setTimeout(() => stalled.abort(), stalledMs).unref();
    let left = Number(headers["Content-Length"]);
    async function* watched(pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        timer.refresh();
        left -= piece.length;
        if (left < 0) throw new Error(WRONG_LENGTH);
        yield piece;
      }
      // Otherwise the client would wait for the rest.
      if (left > 0) throw new Error(WRONG_LENGTH);
    }
    try {
      await pipeline(stream, watched, writable, { signal: stalled.signal });
    } catch (error) {
      if (!stalled.signal.aborted) noteEarlyEnd(error, this.requestId);
    } finally {
      clearTimeout(timer);
      this.discard();
    }
  }

  override discard(): void {
    this.#of.stream?.destroy();
    this.#of.onEnd?.();
  }
}
