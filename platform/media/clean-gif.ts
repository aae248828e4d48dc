import { type ByteReader, Malformed } from "./byte-reader.ts";
import type { Cleaned } from "./clean.ts";

const HEADER = 13;
const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];
const [CONTROL, APPLICATION] = [0xf9, 0xff];
// How often an animation repeats, and its colors.
const KEPT = /^(?:NETSCAPE2\.0|ANIMEXTS1\.0|ICCRGBG1012)$/;

const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1));

/** A GIF without its comments and the data of programs, and without what follows its end (GIF89a). */
export async function* cleanGif(reader: ByteReader, found: Cleaned): AsyncGenerator<Buffer> {
  const header = await reader.read(0, HEADER);
  [found.width, found.height] = [header.readUInt16LE(6), header.readUInt16LE(8)];
  if (!found.width || !found.height) throw new Malformed("no size");
  let at = HEADER + tableBytes(header.readUInt8(10));
  yield* reader.between(0, at);
  for (let images = 0; ; ) {
    const [kind, label] = await reader.readUpTo(at, 2);
    if (kind === EXTENSION && label !== undefined) {
      const end = await endOfBlocks(reader, at + 2);
      if (label === CONTROL || (label === APPLICATION && (await isKept(reader, at + 3))))
        yield* reader.between(at, end);
      at = end;
    } else if (kind === IMAGE) {
      const image = await reader.read(at, 10);
      const end = await endOfBlocks(reader, at + 11 + tableBytes(image.readUInt8(9)));
      yield* reader.between(at, end);
      images += 1;
      at = end;
    } else if (images > 0 && (kind === TRAILER || kind === undefined)) break;
    else throw new Malformed("no block");
  }
  yield Buffer.from([TRAILER]);
}

const isKept = async (reader: ByteReader, at: number) => KEPT.test((await reader.readUpTo(at, 11)).toString("latin1"));

// Blocks of up to 255 bytes, each after its length. An empty one is the last. The file's end is one, too.
async function endOfBlocks(reader: ByteReader, start: number): Promise<number> {
  let at = start;
  let piece: Buffer = Buffer.alloc(0);
  let from = start;
  for (;;) {
    if (at - from >= piece.length) {
      piece = await reader.rest(at);
      from = at;
      if (piece.length === 0) return reader.size;
    }
    const length = piece[at - from] ?? 0;
    at += 1 + length;
    if (length === 0) return at;
  }
}
