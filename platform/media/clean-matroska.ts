import { type ByteReader, Malformed } from "./byte-reader.ts";
import type { Cleaned } from "./clean.ts";
import { type Patch, patched } from "./iso-boxes.ts";

// RFC 9559, section 5.1, and RFC 8794.
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const INFO = 0x1549a966;
const VOID = 0xec;
/** Tags, attachments, and checksums of what's around them. */
const DROPPED = [0x1254c367, 0x1941a469, 0xbf];
/** In Info: the programs, the title, and the names of files. */
const NAMES = [0x4d80, 0x5741, 0x7ba9, 0x7384, 0x3c83ab, 0x3e83bb];

/** What isn't an element, and all that follows it. */
const REST = -1;

const HEADER_MAX = 12;
const PIECE = 64 * 1024;

/** A WebM or Matroska file without tags and attachments, and without the names of its title and programs. */
export async function* cleanMatroska(reader: ByteReader, _found: Cleaned): AsyncGenerator<Buffer> {
  const patches: Patch[] = [];
  for await (const { id, at, content, end } of elementsIn(reader)) {
    if (DROPPED.includes(id)) patches.push({ at, end: content, bytes: voidHeader(content - at, end - content) });
    if (id === REST && at === 0) throw new Malformed("no element");
    if (id === REST || DROPPED.includes(id) || NAMES.includes(id)) patches.push({ at: content, end });
  }
  yield* patched(reader, patches);
}

// A header as long as the one it replaces: the id takes one byte, the size the rest, and no more than eight.
function voidHeader(length: number, size: number): Buffer {
  const header = Buffer.alloc(length);
  const bytes = Math.min(length - 1, 8);
  header.writeUInt8(VOID);
  const surplus = length - 1 - bytes;
  const value = BigInt(size + surplus) | (1n << BigInt(7 * bytes));
  header.write(value.toString(16).padStart(bytes * 2, "0"), 1, "hex");
  return header;
}

type Element = { id: number; at: number; content: number; end: number; isUnknown: boolean };

/** The elements of a file one after the other, with those inside a segment, its Info, and clusters of unknown size. */
async function* elementsIn(reader: ByteReader): AsyncGenerator<Element> {
  let piece = { at: 0, bytes: await reader.readUpTo(0, PIECE) };
  for (let at = 0; at < reader.size; ) {
    if (at + HEADER_MAX > piece.at + piece.bytes.length) piece = { at, bytes: await reader.readUpTo(at, PIECE) };
    const header = piece.bytes.subarray(at - piece.at, at - piece.at + HEADER_MAX);
    const element = elementAt(header, at, reader.size);
    yield element;
    const { id, isUnknown, content, end } = element;
    at = id === SEGMENT || id === INFO || (id === CLUSTER && isUnknown) ? content : end;
  }
}

// A recording that was cut off ends in its last element.
function elementAt(header: Buffer, at: number, fileSize: number): Element {
  const idBytes = lengthOf(header, 0);
  const sizeBytes = lengthOf(header, idBytes);
  if (!(idBytes <= 4 && idBytes + sizeBytes <= header.length)) {
    return { id: REST, at, content: at, end: fileSize, isUnknown: false };
  }
  const mask = (1n << BigInt(7 * sizeBytes)) - 1n;
  const size = BigInt(`0x${header.toString("hex", idBytes, idBytes + sizeBytes)}`) & mask;
  const content = at + idBytes + sizeBytes;
  const isUnknown = size === mask;
  const end = isUnknown ? fileSize : Math.min(content + Number(size), fileSize);
  return { id: header.readUIntBE(0, idBytes), at, content, end, isUnknown };
}

// How many bytes a number has. Its first bit that's set says it.
const lengthOf = (header: Buffer, at: number): number => {
  const first = header[at] ?? 0;
  return first === 0 ? Number.NaN : Math.clz32(first) - 23;
};
