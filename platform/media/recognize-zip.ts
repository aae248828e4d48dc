import { inflateRawSync } from "node:zlib";
import { ByteReader, Malformed } from "./byte-reader.ts";
import { type Recognized, ZIP } from "./recognize.ts";

const END_BYTES = 22;
const COMMENT_MAX = 65_535;
/** Documents have some hundred parts. A directory that's longer is read up to here. */
const DIRECTORY_MAX = 1024 ** 2;
const MIMETYPE_MAX = 128;

type Part = { name: string; at: number; method: number; size: number };

const OFFICE: Record<string, string> = {
  "word/": "wordprocessingml.document",
  "xl/": "spreadsheetml.sheet",
  "ppt/": "presentationml.presentation",
};

/**
 * Recognizes a document that's a ZIP archive by the names in its central directory, so in whatever order its parts are (APPNOTE
 * sections 4.3.12 and 4.3.16). Any other archive is one.
 */
export async function recognizeZip(path: string): Promise<Recognized> {
  await using reader = await ByteReader.open(path);
  try {
    const parts = partsIn(await readDirectory(reader));
    return (await openDocument(reader, parts)) ?? officeDocument(parts) ?? ZIP;
  } catch (error) {
    if (error instanceof Malformed || error instanceof RangeError) return ZIP;
    throw error;
  }
}

async function readDirectory(reader: ByteReader): Promise<Buffer> {
  const tailAt = Math.max(0, reader.size - END_BYTES - COMMENT_MAX);
  const tail = await reader.readUpTo(tailAt, reader.size - tailAt);
  const end = tail.lastIndexOf("PK\x05\x06", tail.length - END_BYTES, "latin1");
  if (end < 0) throw new Malformed("no central directory");
  const start = tail.readUInt32LE(end + 16);
  return reader.readUpTo(start, Math.min(tailAt + end - start, DIRECTORY_MAX));
}

function partsIn(directory: Buffer): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50; ) {
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    parts.push({
      // Some programs on Windows write their own separator.
      name: directory.toString("latin1", at + 46, nameEnd).replaceAll("\\", "/"),
      method: directory.readUInt16LE(at + 10),
      size: directory.readUInt32LE(at + 20),
      at: directory.readUInt32LE(at + 42),
    });
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return parts;
}

async function openDocument(reader: ByteReader, parts: Part[]): Promise<Recognized | null> {
  const part = parts.find(({ name, size }) => name === "mimetype" && size <= MIMETYPE_MAX);
  if (!part) return null;
  const header = await reader.read(part.at, 30);
  const content = await reader.read(part.at + 30 + header.readUInt16LE(26) + header.readUInt16LE(28), part.size);
  const plain = part.method === 0 ? content : inflated(content);
  const [mediaType] = /^application\/vnd\.oasis\.opendocument\.[a-z]+/.exec(plain.toString("latin1")) ?? [];
  return mediaType === undefined ? null : { mediaType, group: "documents" };
}

function inflated(content: Buffer): Buffer {
  try {
    return inflateRawSync(content, { maxOutputLength: MIMETYPE_MAX });
  } catch {
    throw new Malformed("not compressed");
  }
}

function officeDocument(parts: Part[]): Recognized | null {
  if (!parts.some(({ name }) => name === "[Content_Types].xml")) return null;
  const folder = Object.keys(OFFICE).find((known) => parts.some(({ name }) => name.startsWith(known)));
  const format = folder === undefined ? "document" : OFFICE[folder];
  return { mediaType: `application/vnd.openxmlformats-officedocument.${format}`, group: "documents" };
}
