import { type FileHandle, open } from "node:fs/promises";

/** What a file contains isn't what its first bytes say. */
export class Malformed extends Error {
  override readonly name = "Malformed";
}

const CHUNK = 64 * 1024;
/** More pieces than any picture or video has. Otherwise, a file of tiny ones would take seconds. */
const READS_MAX = 200_000;

/** Reads a file at any position, a bounded piece at a time. */
export class ByteReader implements AsyncDisposable {
  readonly size: number;
  private readonly handle: FileHandle;
  private readonly memory = Buffer.allocUnsafe(CHUNK);
  private piece: Buffer = Buffer.alloc(0);
  private pieceAt = 0;
  private reads = 0;

  private constructor(handle: FileHandle, size: number) {
    this.handle = handle;
    this.size = size;
  }

  static async open(path: string): Promise<ByteReader> {
    const handle = await open(path, "r");
    return new ByteReader(handle, (await handle.stat()).size);
  }

  /** Returns the bytes from `at`. Throws `Malformed` if the file has fewer. */
  async read(at: number, length: number): Promise<Buffer> {
    const found = await this.readUpTo(at, length);
    if (found.length < length) throw new Malformed("cut off");
    return found;
  }

  /** Returns the bytes from `at`, or as many as there are. */
  async readUpTo(at: number, length: number): Promise<Buffer> {
    this.count();
    if (length > CHUNK) return this.readFromDisk(at, Buffer.allocUnsafe(Math.max(0, Math.min(length, this.size - at))));
    const isKnown = at >= this.pieceAt && at + length <= this.pieceAt + this.piece.length;
    if (!isKnown) await this.load(at);
    // A copy, because the caller may change it.
    return Buffer.from(this.piece.subarray(at - this.pieceAt, at - this.pieceAt + length));
  }

  /**
   * Returns the bytes from `at` that are in memory by then: at least one, unless the file ends. They aren't to be changed, and
   * the next read may overwrite them.
   */
  async rest(at: number): Promise<Buffer> {
    this.count();
    if (at < this.pieceAt || at >= this.pieceAt + this.piece.length) await this.load(at);
    return this.piece.subarray(at - this.pieceAt);
  }

  private count(): void {
    this.reads += 1;
    if (this.reads > READS_MAX) throw new Malformed("too many pieces");
  }

  private async load(at: number): Promise<void> {
    this.piece = await this.readFromDisk(at, this.memory);
    this.pieceAt = at;
  }

  private async readFromDisk(at: number, buffer: Buffer): Promise<Buffer> {
    const { bytesRead } = await this.handle.read(buffer, 0, buffer.length, at);
    return buffer.subarray(0, bytesRead);
  }

  /** The bytes between two positions, piece by piece. Each may be overwritten by the next one. */
  async *between(start: number, end: number): AsyncGenerator<Buffer> {
    // Few bytes are often known already.
    if (end - start <= CHUNK) return yield await this.readUpTo(start, end - start);
    const buffer = Buffer.allocUnsafe(CHUNK);
    for (let at = start; at < end; ) {
      const piece = await this.readFromDisk(at, buffer.subarray(0, end - at));
      if (piece.length === 0) return;
      yield piece;
      at += piece.length;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.handle.close();
  }
}
