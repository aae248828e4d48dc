import { crc32, inflateRawSync } from "node:zlib";
import { expect } from "@playwright/test";

export type Unzipped = { content: Buffer; isDeflated: boolean; mode: number };

/** Finds the directory of an archive from its last bytes: how many entries, and where in the archive. */
export function readEndOfZip(archive: Buffer): { count: number; offset: number; isZip64: boolean } {
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end), "the end of the directory").toBe(0x0605_4b50);
  if (end < 20 || archive.readUInt32LE(end - 20) !== 0x0706_4b50) {
    return { count: archive.readUInt16LE(end + 10), offset: archive.readUInt32LE(end + 16), isZip64: false };
  }
  const end64 = end - 20 - 56;
  expect(archive.readUInt32LE(end64), "the end of the ZIP64 directory").toBe(0x0606_4b50);
  const numberAt = (at: number) => Number(archive.readBigUInt64LE(end64 + at));
  return { count: numberAt(32), offset: numberAt(48), isZip64: true };
}

/**
 * Unpacks an archive of less than 4 GiB, in its order, and checks each content's size and checksum, and that what's in front of
 * it says the same as the directory.
 */
export function unzip(archive: Buffer): Map<string, Unzipped> {
  const { count, offset: start } = readEndOfZip(archive);
  const entries = new Map<string, Unzipped>();
  let at = start;
  let expected = 0;
  for (let n = 0; n < count; n++) {
    expect(archive.readUInt32LE(at), "a record of the directory").toBe(0x0201_4b50);
    const [flags, method] = [archive.readUInt16LE(at + 8), archive.readUInt16LE(at + 10)];
    const [crc, packed, size] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field));
    const nameLength = archive.readUInt16LE(at + 28);
    const mode = archive.readUInt32LE(at + 38) >>> 16;
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);

    expect(local, "no gap in front of an entry").toBe(expected);
    expect(archive.readUInt32LE(local), "the header of an entry").toBe(0x0403_4b50);
    expect(archive.readUInt16LE(local + 6)).toBe(flags);
    expect(flags & 0x0800, "the name is UTF-8").toBe(0x0800);
    const localNameLength = archive.readUInt16LE(local + 26);
    expect(archive.toString("utf8", local + 30, local + 30 + localNameLength)).toBe(name);
    const from = local + 30 + localNameLength + archive.readUInt16LE(local + 28);
    const to = from + (packed ?? 0);
    const stored = archive.subarray(from, to);
    const content = method === 8 ? inflateRawSync(stored) : stored;
    expect([content.length, crc32(content)], name).toEqual([size, crc]);
    expect([4, 8, 12].map((field) => archive.readUInt32LE(to + field))).toEqual([crc, packed, size]);
    expected = to + 16;

    expect(entries.has(name), `${name} is in it twice`).toBe(false);
    entries.set(name, { content, isDeflated: method === 8, mode });
  }
  expect(expected, "nothing else in front of the directory").toBe(start);
  return entries;
}
