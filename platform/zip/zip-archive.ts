import { pipeline, Readable, type TransformOptions } from "node:stream";
import { crc32, createDeflateRaw, type ZlibOptions } from "node:zlib";
import {
  centralRecord,
  dataDescriptor,
  type EntryHeader,
  endOfDirectory,
  localHeader,
  type WrittenEntry,
} from "./zip-records.ts";

export type ZipEntry = EntryHeader & { pieces: AsyncIterable<string | Uint8Array> };

/**
 * Yields a ZIP archive. It reads an entry's next piece once the last one was taken, and keeps nothing but a record of some 200
 * bytes per entry. A caller that returns early ends the entry that's being read. Sizes aren't limited (ZIP64).
 */
export async function* zipArchive(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const header = localHeader(entry);
    yield header;
    const counted = { crc: 0, size: 0 };
    const pieces = counting(entry.pieces, counted);
    let storedSize = 0;
    for await (const piece of entry.isCompressible ? deflated(pieces) : pieces) {
      storedSize += piece.length;
      yield piece;
    }
    const written: WrittenEntry = { ...entry, ...counted, storedSize, offset };
    const descriptor = dataDescriptor(written);
    yield descriptor;
    directory.push(centralRecord(written));
    offset += header.length + storedSize + descriptor.length;
  }
  yield* directory;
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  yield endOfDirectory({ count: directory.length, size, offset });
}

async function* counting(pieces: ZipEntry["pieces"], counted: { crc: number; size: number }) {
  for await (const piece of pieces) {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    counted.crc = crc32(bytes, counted.crc);
    counted.size += bytes.length;
    yield bytes;
  }
}

// Text shrinks so much that a stream's usual buffer has thousands of rows.
const EAGER: ZlibOptions & TransformOptions = { highWaterMark: 1 };

// Its reader gets the failures of both.
const deflated = (pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  pipeline(Readable.from(pieces, { highWaterMark: 1 }), createDeflateRaw(EAGER), () => undefined);
