import { type ByteReader, Malformed } from "./byte-reader.ts";
import type { Cleaned } from "./clean.ts";
import { isTurned, onlyOrientation, orientationOf } from "./orientation.ts";

const SOS = 0xda;
const EOI = 0xd9;
const EXIF = "Exif\0\0";
const STRAY_MAX = 1_024;
const ICC = "ICC_PROFILE\0";

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/**
 * A JPEG without the segments of programs and cameras, and without what follows its end (ITU-T T.81, annex B). Orientation
 * and color profile are kept. What's compressed is copied as it is.
 */
export async function* cleanJpeg(reader: ByteReader, found: Cleaned): AsyncGenerator<Buffer> {
  yield await reader.read(0, 2);
  let at = 2;
  let orientation = 1;
  for (;;) {
    const [mark, marker] = await reader.readUpTo(at, 2);
    // Cut off. What's there is shown.
    if (mark === undefined || marker === undefined) break;
    // Fill bytes, and stray ones that some cameras leave between segments. Decoders skip both.
    if (mark !== 0xff || marker === 0xff || marker === 0) {
      at = await nextMark(reader, at + 1);
      continue;
    }
    if (marker === EOI) break;
    if (isBare(marker)) {
      yield Buffer.from([0xff, marker]);
      at += 2;
      continue;
    }
    const length = (await reader.read(at + 2, 2)).readUInt16BE(0);
    if (length < 2) throw new Malformed("a segment without length");
    const segment = await reader.read(at, length + 2);
    const content = segment.subarray(4);
    if (isFrame(marker) && content.length >= 5) {
      found.height = content.readUInt16BE(1);
      found.width = content.readUInt16BE(3);
    }
    if (marker === 0xe1 && content.toString("latin1", 0, 6) === EXIF && orientation === 1) {
      orientation = orientationOf(content.subarray(6));
      if (orientation !== 1) yield exifSegment(orientation);
    }
    const kept = keptSegment(marker, segment, content);
    if (kept) yield kept;
    at += length + 2;
    if (marker !== SOS) continue;
    const end = await endOfScan(reader, at);
    yield* reader.between(at, end);
    at = end;
  }
  yield Buffer.from([0xff, EOI]);
  if (found.width === null) throw new Malformed("no frame");
  if (isTurned(orientation)) [found.width, found.height] = [found.height, found.width];
}

function keptSegment(marker: number, segment: Buffer, content: Buffer): Buffer | null {
  const isOfProgram = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
  if (!isOfProgram) return segment;
  const start = content.toString("latin1", 0, 14);
  // Without the thumbnail that may follow.
  if (marker === 0xe0 && start.startsWith("JFIF\0") && content.length >= 14) {
    return Buffer.concat([Buffer.from([0xff, 0xe0, 0, 16]), content.subarray(0, 12), Buffer.from([0, 0])]);
  }
  if (marker === 0xe2 && start.startsWith(ICC)) return segment;
  // How the colors are to be read.
  return marker === 0xee && start.startsWith("Adobe") ? segment.subarray(0, 16) : null;
}

function exifSegment(orientation: number): Buffer {
  const content = Buffer.concat([Buffer.from(EXIF, "latin1"), onlyOrientation(orientation)]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length + 2);
  return Buffer.concat([Buffer.from([0xff, 0xe1]), length, content]);
}

async function nextMark(reader: ByteReader, start: number): Promise<number> {
  const found = (await reader.readUpTo(start, STRAY_MAX)).indexOf(0xff);
  if (found < 0) throw new Malformed("no marker");
  return start + found;
}

// Compressed data ends at a marker that isn't a restart, and a zero follows each 0xff that belongs to it.
async function endOfScan(reader: ByteReader, start: number): Promise<number> {
  let at = start;
  let wasMark = false;
  for await (const piece of reader.between(start, reader.size)) {
    if (wasMark && isEnd(piece[0])) return at - 1;
    for (let next = piece.indexOf(0xff); next >= 0 && next + 1 < piece.length; next = piece.indexOf(0xff, next + 1)) {
      if (isEnd(piece[next + 1])) return at + next;
    }
    wasMark = piece.at(-1) === 0xff;
    at += piece.length;
  }
  return at;
}

const isEnd = (marker = 0) => marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7);
