import { type FileHandle, open } from "node:fs/promises";

const PIECE = 64 * 1024;

/** A file that's written in larger pieces than it's given. */
export class PartFile {
  readonly path: string;
  readonly #file: FileHandle;
  #pieces: Buffer[] = [];
  #waiting = 0;
  size = 0;

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  static async create(path: string): Promise<PartFile> {
    return new PartFile(path, await open(path, "w"));
  }

  async add(bytes: Buffer): Promise<void> {
    this.size += bytes.length;
    this.#waiting += bytes.length;
    this.#pieces.push(bytes);
    if (this.#waiting >= PIECE) await this.#write();
  }

  async close(): Promise<void> {
    try {
      await this.#write();
    } finally {
      await this.#file.close();
    }
  }

  async #write(): Promise<void> {
    const bytes = Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#waiting = 0;
    await this.#file.writeFile(bytes);
  }
}
