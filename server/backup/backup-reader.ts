import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { z } from "zod";
import { StartError, startErrorFrom } from "../start-error.ts";
import { FORMAT, Foot, Head, ROWS_END, TableHead } from "./parts.ts";

const LINE_END = 0x0a;
const LINE_MAX_BYTES = 64 * 1024 * 1024;
const END = Buffer.from(ROWS_END);
const END_AFTER_ROW = Buffer.from(`\n${ROWS_END}`);

const damaged = (why: string, cause?: unknown) =>
  new StartError(`the file is damaged or incomplete (${why}), and nothing was changed`, { cause });

type Visit = {
  head?(head: Head): Promise<void>;
  /** Is given a table's rows and reads them to their end. */
  table(table: TableHead, rows: AsyncIterable<Buffer>): Promise<void>;
};

/** Reads a backup from beginning to end. Throws StartError if it isn't as it was written. */
export async function readBackup(path: string, visit: Visit, signal?: AbortSignal): Promise<Head> {
  const source = createReadStream(path);
  const text = createGunzip();
  const unpacked = pipeline(source, text, { signal }).catch((error: unknown) => text.destroy(asError(error)));
  const lines = new BackupLines(text);
  try {
    const head = parse(Head.safeParse(await lines.json()), "its first line");
    if (head.siteInboxBackup !== FORMAT) {
      throw new StartError(
        `the file is of format ${head.siteInboxBackup}, and this version of Site Inbox reads format ${FORMAT}`,
      );
    }
    await visit.head?.(head);
    let rows = 0;
    for (let at = 0; at < head.tables; at += 1) {
      const table = parse(TableHead.safeParse(await lines.json()), "the beginning of a table");
      await visit.table(table, lines.rows());
      rows += table.rows;
    }
    const sha256 = lines.hash();
    const foot = parse(Foot.safeParse(await lines.json()), "its last line");
    if (foot.sha256 !== sha256 || foot.rows !== rows) throw damaged("its checksum is another");
    if (!(await lines.isAtEnd())) throw damaged("there is more after its end");
    return head;
  } catch (error) {
    throw signal?.aborted ? error : inWords(error);
  } finally {
    source.destroy();
    text.destroy();
    await unpacked;
  }
}

function parse<T>({ data }: z.ZodSafeParseResult<T>, what: string): T {
  if (data === undefined) throw damaged(`${what} is not what it should be`);
  return data;
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

function inWords(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOENT") return new StartError("there is no such file");
  if (code === "EISDIR") return new StartError("that is a folder, not a file");
  if (/^E[A-Z]+$/.test(code)) return startErrorFrom(error, "the file cannot be read");
  if (code === "Z_DATA_ERROR" || code === "Z_BUF_ERROR") return damaged("it cannot be unpacked", error);
  return error;
}

/** The lines of a backup, as they are unpacked: never more than a piece is held, or one line. */
class BackupLines {
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #hash = createHash("sha256");
  #rest: Buffer = Buffer.alloc(0);

  constructor(text: Readable) {
    this.#pieces = text[Symbol.asyncIterator]();
  }

  /** A line of JSON; undefined if it isn't JSON. */
  async json(): Promise<unknown> {
    let end = this.#rest.indexOf(LINE_END);
    while (end === -1) {
      await this.#more();
      end = this.#rest.indexOf(LINE_END);
    }
    try {
      return JSON.parse(this.#take(end + 1).toString());
    } catch {
      return undefined;
    }
  }

  /** The rows up to the line that ends them, in whole lines. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      while (this.#rest.length < END.length) await this.#more();
      if (this.#rest.subarray(0, END.length).equals(END)) return void this.#take(END.length);
      const end = this.#rest.indexOf(END_AFTER_ROW);
      const last = end === -1 ? this.#rest.lastIndexOf(LINE_END) : end;
      if (last === -1) await this.#more();
      else yield this.#take(last + 1);
    }
  }

  /** The hash of all that was taken so far. */
  hash(): string {
    return this.#hash.copy().digest("hex");
  }

  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && Boolean((await this.#pieces.next()).done);
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    this.#hash.update(taken);
    return taken;
  }

  async #more(): Promise<void> {
    if (this.#rest.length > LINE_MAX_BYTES) throw damaged("a line has no end");
    const { value, done } = await this.#pieces.next();
    if (done) throw damaged("it ends too early");
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
  }
}
