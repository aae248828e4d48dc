import { createHash } from "node:crypto";
import { z } from "zod";
import { StartError } from "../process/start-error.ts";
import { BackupFoot, BackupHead, FileHead, FORMAT, FORMAT_WITH_FILES, ROWS_END, TableHead } from "./parts.ts";
import { countingRows } from "./row-counter.ts";

const LINE_END = 0x0a;
const LINE_MAX_BYTES = 64 * 1024 * 1024;
const END = Buffer.from(ROWS_END);
const PieceLength = z.int().nonnegative();
const END_AFTER_ROW = Buffer.from(`\n${ROWS_END}`);

/** A table, and its rows in whole lines. */
type BackupTable = TableHead & { content: AsyncGenerator<Buffer> };

/** A content, and its bytes: fewer if the backup couldn't read them all, none if it's only listed. */
export type BackupFile = FileHead & { content: AsyncGenerator<Buffer> };

type Backup = {
  head: BackupHead;
  /** The tables in their order. A table's rows are read, or skipped, before the next table comes. */
  tables: AsyncGenerator<BackupTable>;
  /** The files after them, which also end with the backup's checksum. A file's bytes are read, or skipped, like rows. */
  files: AsyncGenerator<BackupFile>;
};

export const damaged = (why: string, cause?: unknown) =>
  new StartError(`the file is damaged or incomplete (${why}), and nothing was changed`, { cause });

/** Reads the text of a backup. Throws StartError, at the latest after the last file, if it isn't as it was written. */
export async function readBackup(text: AsyncIterable<Buffer>): Promise<Backup> {
  const lines = new BackupLines(text);
  const head = parse(BackupHead.safeParse(await lines.json()), "its first line");
  const format = head.siteInboxBackup;
  if (format !== FORMAT && format !== FORMAT_WITH_FILES) {
    throw new StartError(
      `the file has format ${format}, but this version of Site Inbox reads formats up to ${FORMAT_WITH_FILES}`,
    );
  }
  const read = { rows: 0 };
  return {
    head,
    tables: readTables(lines, head.tables, read),
    files: readFiles(lines, read),
  };
}

async function* readTables(lines: BackupLines, tables: number, read: { rows: number }): AsyncGenerator<BackupTable> {
  for (let at = 0; at < tables; at += 1) {
    const table = parse(TableHead.safeParse(await lines.json()), "the beginning of a table");
    let found = 0;
    const count = countingRows((counted) => {
      found = counted;
    });
    const content = lines.rows(count);
    yield { ...table, content };
    for await (const _ of content);
    if (found !== table.rows) throw damaged(`${table.table} has other rows than it should`);
    read.rows += found;
  }
}

async function* readFiles(lines: BackupLines, read: { rows: number }): AsyncGenerator<BackupFile> {
  let sha256 = lines.hash();
  let line = await lines.json();
  for (let file = FileHead.safeParse(line).data; file; file = FileHead.safeParse(line).data) {
    const content = lines.pieces();
    yield { ...file, content };
    for await (const _ of content);
    sha256 = lines.hash();
    line = await lines.json();
  }
  const foot = parse(BackupFoot.safeParse(line), "its last line");
  if (foot.sha256 !== sha256 || foot.rows !== read.rows) throw damaged("its checksum doesn't match");
  if (!(await lines.isAtEnd())) throw damaged("there is more after its end");
}

function parse<T>({ data }: z.ZodSafeParseResult<T>, what: string): T {
  if (data === undefined) throw damaged(`${what} is not what it should be`);
  return data;
}

/** The lines of a backup as they arrive. Keeps at most one piece of the stream, or one line. */
class BackupLines {
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #hash = createHash("sha256");
  #rest: Buffer = Buffer.alloc(0);

  constructor(text: AsyncIterable<Buffer>) {
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
  async *rows(count: (piece: Buffer) => void): AsyncGenerator<Buffer> {
    for (;;) {
      while (this.#rest.length < END.length) await this.#more();
      if (this.#rest.subarray(0, END.length).equals(END)) return void this.#take(END.length);
      const end = this.#rest.indexOf(END_AFTER_ROW);
      const last = end === -1 ? this.#rest.lastIndexOf(LINE_END) : end;
      if (last === -1) {
        await this.#more();
        continue;
      }
      const lines = this.#take(last + 1);
      count(lines);
      yield lines;
    }
  }

  /** The bytes up to the line that ends them. */
  async *pieces(): AsyncGenerator<Buffer> {
    for (;;) {
      const length = parse(PieceLength.safeParse(await this.json()), "the length of a piece");
      if (length === 0) return;
      for (let left = length; left > 0; ) {
        if (this.#rest.length === 0) await this.#more();
        const piece = this.#take(Math.min(left, this.#rest.length));
        left -= piece.length;
        yield piece;
      }
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
