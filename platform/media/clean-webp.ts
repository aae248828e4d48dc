import { type ByteReader, Malformed } from "./byte-reader.ts";
import type { Cleaned } from "./clean.ts";
import { isTurned, onlyOrientation, orientationOf } from "./orientation.ts";

const HEADER = 12;
const CHUNKS_MAX = 20_000;
const EXIF_MAX = 1024 ** 2;
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04];
const KEPT = /^(?:VP8X|VP8 |VP8L|ALPH|ANIM|ANMF|ICCP)$/;

type Chunk = { type: string; at: number; end: number };

/** A WebP without Exif, XMP and the chunks of programs, and without what follows its end (RFC 9649). Orientation is kept. */
export async function* cleanWebp(reader: ByteReader, found: Cleaned): AsyncGenerator<Buffer> {
  const chunks = await listChunks(reader);
  const exif = chunks.find(({ type }) => type === "EXIF");
  const orientation = exif ? await readOrientation(reader, exif) : 1;
  const kept = chunks.filter(({ type }) => KEPT.test(type));
  const [first] = kept;
  if (!first) throw new Malformed("no picture");
  await measure(reader, first, found);
  const isExtended = first.type === "VP8X";
  const added = isExtended && orientation !== 1 ? exifChunk(orientation) : Buffer.alloc(0);
  const size = kept.reduce((sum, { at, end }) => sum + end - at, 4 + added.length);
  const header = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
  header.writeUInt32LE(size, 4);
  yield header;
  for (const { type, at, end } of kept) {
    if (type === "VP8X") yield flagged(await reader.read(at, end - at), added.length > 0);
    else yield* reader.between(at, end);
  }
  yield added;
  if (added.length > 0 && isTurned(orientation)) [found.width, found.height] = [found.height, found.width];
}

async function listChunks(reader: ByteReader): Promise<Chunk[]> {
  const whole = Math.min(reader.size, (await reader.read(4, 4)).readUInt32LE(0) + 8);
  const chunks: Chunk[] = [];
  for (let at = HEADER; at + 8 <= whole; ) {
    const header = await reader.read(at, 8);
    const length = header.readUInt32LE(4);
    const end = at + 8 + length + (length % 2);
    if (end > whole + 1 || chunks.length > CHUNKS_MAX) throw new Malformed("no chunk");
    chunks.push({ type: header.toString("latin1", 0, 4), at, end: Math.min(end, reader.size) });
    at = end;
  }
  return chunks;
}

async function readOrientation(reader: ByteReader, { at, end }: Chunk): Promise<number> {
  const content = await reader.readUpTo(at + 8, Math.min(end - at - 8, EXIF_MAX));
  // Some programs write the prefix that it has in a JPEG.
  return orientationOf(content.toString("latin1", 0, 6) === "Exif\0\0" ? content.subarray(6) : content);
}

async function measure(reader: ByteReader, { type, at }: Chunk, found: Cleaned): Promise<void> {
  const data = await reader.read(at + 8, 10);
  if (type === "VP8X") {
    if (data.length < 10) throw new Malformed("no size");
    [found.width, found.height] = [data.readUIntLE(4, 3) + 1, data.readUIntLE(7, 3) + 1];
  } else if (type === "VP8L") {
    const bits = data.readUInt32LE(1);
    [found.width, found.height] = [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
  } else if (type === "VP8 ") {
    [found.width, found.height] = [data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff];
  } else throw new Malformed("no picture");
}

function flagged(chunk: Buffer, hasExif: boolean): Buffer {
  const flags = chunk.readUInt8(8) & ~(HAS_EXIF | HAS_XMP);
  chunk.writeUInt8(hasExif ? flags | HAS_EXIF : flags, 8);
  return chunk;
}

function exifChunk(orientation: number): Buffer {
  const content = onlyOrientation(orientation);
  const header = Buffer.from("EXIF\0\0\0\0", "latin1");
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content]);
}
