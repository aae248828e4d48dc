import { type ByteReader, Malformed } from "./byte-reader.ts";
import type { Cleaned } from "./clean.ts";
import { type Box, boxesIn, contentOf, type Patch, patched } from "./iso-boxes.ts";

/** Pieces of items. Each can take no bytes at all in the file, so its size says nothing about how many there are. */
const EXTENTS_MAX = 20_000;
const META_MAX = 4 * 1024 ** 2;

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
