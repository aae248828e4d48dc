import { type ByteReader, Malformed } from "./byte-reader.ts";
import type { Cleaned } from "./clean.ts";

/** A range that's overwritten with zeros, or with the bytes given. Nothing moves, because boxes name positions in the file. */
type Patch = { at: number; end: number; bytes?: Buffer };
type Box = { type: string; at: number; content: number; end: number };

const BOXES_MAX = 20_000;
/** Pieces of items. Each can take no bytes at all in the file, so its size says nothing about how many there are. */
const EXTENTS_MAX = 20_000;
/** Real ones are five deep. Each level waits for the one inside. */
const DEPTH_MAX = 16;
const META_MAX = 4 * 1024 ** 2;
const CONTAINERS = new Set(["moov", "trak", "mdia", "minf", "edts", "moof", "traf"]);
/** What's about the recording, not part of it: places, devices, programs (ISO 14496-12, QuickTime File Format). */
const ABOUT = new Set(["udta", "uuid", "XMP_", "meta"]);

/** An MP4 or QuickTime file whose descriptions of place, device and program are overwritten. */
export async function* cleanVideo(reader: ByteReader, _found: Cleaned): AsyncGenerator<Buffer> {
  const patches: Patch[] = [];
  await findAbout(reader, { start: 0, end: reader.size }, patches);
  yield* patched(reader, patches);
}

type Range = { start: number; end: number; depth?: number };

async function findAbout(reader: ByteReader, range: Range, patches: Patch[]): Promise<void> {
  const depth = (range.depth ?? 0) + 1;
  if (depth > DEPTH_MAX) throw new Malformed("too deep");
  for await (const box of boxesIn(reader, range.start, range.end)) {
    if (ABOUT.has(box.type)) {
      patches.push({ at: box.at + 4, end: box.at + 8, bytes: Buffer.from("free") }, { at: box.content, end: box.end });
    } else if (CONTAINERS.has(box.type)) await findAbout(reader, { start: box.content, end: box.end, depth }, patches);
  }
}

/** An AVIF or HEIC file whose Exif and XMP are overwritten. Its orientation is a property of its own. */
export async function* cleanHeif(reader: ByteReader, found: Cleaned): AsyncGenerator<Buffer> {
  const patches: Patch[] = [];
  for await (const box of boxesIn(reader, 0, reader.size)) {
    if (box.type === "uuid") patches.push({ at: box.content, end: box.end });
    if (box.type !== "meta") continue;
    if (box.end - box.at > META_MAX) throw new Malformed("too much metadata");
    await findItems(reader, box, patches);
    await measure(reader, box, found);
  }
  yield* patched(reader, patches);
}

async function findItems(reader: ByteReader, meta: Box, patches: Patch[]): Promise<void> {
  const ids = new Set<number>();
  let [locations, data]: (Box | undefined)[] = [];
  for await (const box of boxesIn(reader, meta.content + 4, meta.end)) {
    if (box.type === "iloc") locations = box;
    if (box.type === "idat") data = box;
    if (box.type === "iinf") await findMetadataItems(reader, box, ids);
  }
  if (ids.size === 0) return;
  if (!locations) throw new Malformed("no item locations");
  for (const { id, method, start, end } of extentsIn(await contentOf(reader, locations))) {
    if (!ids.has(id)) continue;
    const base = method === 1 ? (data?.content ?? Number.NaN) : 0;
    if (!(base + end <= reader.size)) throw new Malformed("an item outside the file");
    patches.push({ at: base + start, end: base + end });
  }
}

async function findMetadataItems(reader: ByteReader, iinf: Box, ids: Set<number>): Promise<void> {
  const [version = 0] = await reader.read(iinf.content, 1);
  for await (const infe of boxesIn(reader, iinf.content + (version === 0 ? 6 : 8), iinf.end)) {
    const content = await contentOf(reader, infe);
    const isLong = content[0] === 3;
    const type = content.toString("latin1", isLong ? 10 : 8, isLong ? 14 : 12);
    if (type === "Exif" || type === "mime") ids.add(isLong ? content.readUInt32BE(4) : content.readUInt16BE(4));
  }
}

type Extent = { id: number; method: number; start: number; end: number };

// ISO 14496-12, section 8.11.3.
function* extentsIn(iloc: Buffer): Generator<Extent> {
  let at = 0;
  const next = (bytes: number) => {
    if (at + bytes > iloc.length) throw new Malformed("cut off");
    let value = 0;
    for (let count = 0; count < bytes; count += 1) value = value * 256 + iloc.readUInt8(at++);
    return value;
  };
  const version = next(1);
  if (version > 2) throw new Malformed("an unknown version");
  next(3);
  const [sizes, more] = [next(1), next(1)];
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 4, sizes & 15, more >> 4];
  const indexBytes = version > 0 ? more & 15 : 0;
  const items = next(version < 2 ? 2 : 4);
  let count = 0;
  for (let item = 0; item < items; item += 1) {
    const id = next(version < 2 ? 2 : 4);
    const method = version > 0 ? next(2) & 15 : 0;
    next(2);
    const base = next(baseBytes);
    for (let extents = next(2); extents > 0; extents -= 1) {
      count += 1;
      if (count > EXTENTS_MAX) throw new Malformed("too many pieces");
      next(indexBytes);
      const start = base + next(offsetBytes);
      yield { id, method, start, end: start + next(lengthBytes) };
    }
  }
}

// The largest picture, which the others are tiles or thumbnails of.
async function measure(reader: ByteReader, meta: Box, found: Cleaned): Promise<void> {
  let isOnItsSide = false;
  for await (const iprp of boxesIn(reader, meta.content + 4, meta.end)) {
    if (iprp.type !== "iprp") continue;
    for await (const ipco of boxesIn(reader, iprp.content, iprp.end)) {
      if (ipco.type !== "ipco") continue;
      for await (const property of boxesIn(reader, ipco.content, ipco.end)) {
        const content = await reader.readUpTo(property.content, 12);
        if (property.type === "irot") isOnItsSide = ((content[0] ?? 0) & 1) === 1;
        if (property.type !== "ispe" || content.length < 12) continue;
        const [width, height] = [content.readUInt32BE(4), content.readUInt32BE(8)];
        if (width * height > (found.width ?? 0) * (found.height ?? 0)) [found.width, found.height] = [width, height];
      }
    }
  }
  if (isOnItsSide) [found.width, found.height] = [found.height, found.width];
}

const contentOf = (reader: ByteReader, { content, end }: Box) => {
  if (end - content > META_MAX) throw new Malformed("too large");
  return reader.read(content, end - content);
};

async function* boxesIn(reader: ByteReader, start: number, end: number): AsyncGenerator<Box> {
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

async function* patched(reader: ByteReader, patches: Patch[]): AsyncGenerator<Buffer> {
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
