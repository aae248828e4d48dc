import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "../errors.ts";
import { logFailure } from "../failure-log.ts";
import { log } from "../log.ts";
import type { ResponseHeaders } from "./response.ts";

type Described = {
  fileName: string;
  mediaType: string;
  /** Called once the file is complete, or production of it stopped for any reason. */
  onEnd?(): void;
};

/** A file that is generated while it's sent: the next chunk is produced once the reader has taken the last. */
export class Download {
  readonly #described: Described;
  readonly #pieces: AsyncIterable<string | Uint8Array>;
  /** The status of its response. */
  readonly status: number = 200;
  protected requestId = "";

  constructor(described: Described, pieces: AsyncIterable<string | Uint8Array>) {
    this.#described = described;
    this.#pieces = pieces;
  }

  /** Sets the headers that make it a file, whose name is ours, and takes from them which request the log is to name. */
  describe(headers: ResponseHeaders): void {
    const { fileName, mediaType } = this.#described;
    this.requestId = String(headers.get("X-Request-Id") ?? "");
    headers.set("Content-Type", mediaType);
    headers.set("Content-Disposition", `attachment; filename="${fileName}"`);
  }

  /**
   * Sends the file. A reader that disconnects stops production. A failure cuts the connection, so that a partial file
   * isn't mistaken for the whole.
   */
  async sendTo(writable: NodeJS.WritableStream): Promise<void> {
    try {
      await pipeline(Readable.from(this.#pieces, { highWaterMark: 1 }), writable);
    } catch (error) {
      noteEarlyEnd(error, this.requestId);
    } finally {
      this.discard();
    }
  }

  /** Called instead of sending. */
  discard(): void {
    this.#described.onEnd?.();
  }

  /** Returns the file as the body of a Response. */
  toWebStream(): ReadableStream<Uint8Array> {
    const pieces = this.#pieces[Symbol.asyncIterator]();
    const encoder = new TextEncoder();
    const next = async () => {
      try {
        const piece = await pieces.next();
        if (piece.done) this.discard();
        return piece;
      } catch (error) {
        this.discard();
        throw error;
      }
    };
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { value, done } = await next();
          if (done) controller.close();
          else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
        },
        cancel: async () => {
          this.discard();
          await pieces.return?.();
        },
      },
      { highWaterMark: 0 },
    );
  }
}

/** Logs why a download ended early, unless its reader disconnected. */
export function noteEarlyEnd(error: unknown, requestId: string): void {
  if (error instanceof AppError) log().info({ requestId, reason: error.code }, "download ended early");
  else if (!isReaderGone(error)) logFailure(error, "download failed", { requestId });
}

const isReaderGone = (error: unknown) =>
  error instanceof Error &&
  "code" in error &&
  ["ERR_STREAM_PREMATURE_CLOSE", "ECONNRESET", "EPIPE"].includes(String(error.code));
