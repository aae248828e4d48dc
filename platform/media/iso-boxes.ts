import { type ByteReader, Malformed } from "./byte-reader.ts";

/** A box of an ISO media file (ISO 14496-12) or QuickTime file: where it begins, its content, and where that ends. */
export type Box = { type: string; at: number; content: number; end: number };

/** A range that's overwritten with zeros, or with the bytes given. Nothing moves, because boxes name positions in the file. */
export type Patch = { at: number; end: number; bytes?: Buffer };

const BOXES_MAX = 20_000;
const CONTENT_MAX = 4 * 1024 ** 2;

/** Reads a box of at most 4 MiB. */
export const contentOf = (reader: ByteReader, { content, end }: Box) => {
  if (end - content > CONTENT_MAX) throw new Malformed("too large");
  return reader.read(content, end - content);
};

/** The boxes between two positions, without those inside them. Throws `Malformed` if something else is there. */
export async function* boxesIn(reader: ByteReader, start: number, end: number): AsyncGenerator<Box> {
  let count = 0;
  for (let at = start; at + 8 <= end; ) {
    const header = await reader.read(at, 8);
    const type = header.toString("latin1", 4, 8);
    const short = header.readUInt32BE(0);
    const isLong = short === 1;
    const length = isLong ? Number((await reader.read(at + 8, 8)).readBigUInt64BE(0)) : short === 0 ? end - at : short;
    const content = at + (isLong ? 16 : 8);
    count += 1;
    if (length < content - at || count > BOXES_MAX) throw new Malformed("no box");
    // A recording that was cut off ends in its last box.
    yield { type, at, content, end: Math.min(at + length, end) };
    at += length;
  }
}

/** The file with its patches. Of two that overlap, the first one counts. */
export async function* patched(reader: ByteReader, patches: Patch[]): AsyncGenerator<Buffer> {
  const ordered = patches.toSorted((one, other) => one.at - other.at);
  let at = 0;
  for (const patch of ordered) {
    // Inside one that's overwritten already.
    const start = Math.max(at, patch.at);
    if (patch.end <= start) continue;
    yield* reader.between(at, start);
    if (patch.bytes && start === patch.at) yield patch.bytes;
    else
      for (let left = patch.end - start; left > 0; left -= ZEROS.length)
        yield ZEROS.subarray(0, Math.min(left, ZEROS.length));
    at = patch.end;
  }
  yield* reader.between(at, reader.size);
}

const ZEROS = Buffer.alloc(64 * 1024);
