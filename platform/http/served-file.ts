import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Download, noteEarlyEnd } from "./download.ts";
import type { ResponseHeaders } from "./response.ts";

/** A stored file, or a part of it, with its headers. Without a stream, it's the headers alone. */
export class ServedFile extends Download {
  override readonly status: number;
  readonly #headers: Record<string, string>;
  readonly #stream: Readable | null;

  constructor(described: { status: number; headers: Record<string, string>; stream: Readable | null }) {
    super({ fileName: "", mediaType: "" }, described.stream ?? Readable.from([]));
    this.status = described.status;
    this.#headers = described.headers;
    this.#stream = described.stream;
  }

  override describe(headers: ResponseHeaders): void {
    this.requestId = String(headers.get("X-Request-Id") ?? "");
    for (const [name, value] of Object.entries(this.#headers)) headers.set(name, value);
  }

  override async sendTo(writable: NodeJS.WritableStream): Promise<void> {
    if (!this.#stream) {
      writable.end();
      return;
    }
    try {
      await pipeline(this.#stream, writable);
    } catch (error) {
      noteEarlyEnd(error, this.requestId);
    }
  }

  override discard(): void {
    this.#stream?.destroy();
  }
}
