import { crc32 } from "node:zlib";
import { type ByteReader, Malformed } from "./byte-reader.ts";
import type { Cleaned } from "./clean.ts";
import { isTurned, onlyOrientation, orientationOf } from "./orientation.ts";

const SIGNATURE = 8;
const LONGEST = 0x7fff_ffff;
const EXIF_MAX = 1024 ** 2;
const KEPT = /^(?:IHDR|PLTE|IDAT|tRNS|gAMA|cHRM|sRGB|iCCP|cICP|sBIT|bKGD|pHYs|hIST|acTL|fcTL|fdAT)$/;

/**
 * A PNG without its texts, times and the chunks of programs, and without what follows its end (PNG, third edition,
 * section 5). Orientation and color profile are kept.
 */
export async function* cleanPng(reader: ByteReader, found: Cleaned): AsyncGenerator<Buffer> {
  yield await reader.read(0, SIGNATURE);
  const sizes = await reader.read(SIGNATURE + 8, 8);
  [found.width, found.height] = [sizes.readUInt32BE(0), sizes.readUInt32BE(4)];
  if (!found.width || !found.height) throw new Malformed("no size");
  let isTurnedLater = false;
  for (let at = SIGNATURE; ; ) {
    const header = await reader.readUpTo(at, 8);
    // Cut off. What's there is shown.
    if (header.length < 8) break;
    const length = header.readUInt32BE(0);
    const type = header.toString("latin1", 4, 8);
    if (length > LONGEST || !/^[A-Za-z]{4}$/.test(type)) throw new Malformed("no chunk");
    const end = at + 12 + length;
    if (type === "IEND") break;
    if (type === "eXIf" && length <= EXIF_MAX) {
      const orientation = orientationOf(await reader.readUpTo(at + 8, length));
      if (orientation !== 1) yield chunk("eXIf", onlyOrientation(orientation));
      isTurnedLater ||= isTurned(orientation);
    } else if (KEPT.test(type)) yield* reader.between(at, end);
    else if (/^[A-Z]/.test(type)) throw new Malformed("an unknown chunk that's needed");
    at = end;
  }
  yield chunk("IEND", Buffer.alloc(0));
  if (isTurnedLater) [found.width, found.height] = [found.height, found.width];
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
