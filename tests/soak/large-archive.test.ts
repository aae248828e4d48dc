import { Readable } from "node:stream";
import { expect, test } from "@playwright/test";
import { zipArchive } from "#platform/zip/zip-archive.ts";
import { readEndOfZip } from "../support/zip.ts";

const PIECE = Buffer.alloc(2 ** 20);
const PIECES = 4_100;
const RECORD = 46;
const TIMESTAMP = 9;

test("an archive and a content of more than 4 GiB are complete", async () => {
  async function* large() {
    for (let n = 0; n < PIECES; n++) yield PIECE;
  }
  const entry = { modifiedAt: new Date(), isCompressible: false };
  const entries = [
    { ...entry, name: "large", pieces: large() },
    { ...entry, name: "behind", pieces: Readable.from(["it"]) },
  ];
  let [length, tail] = [0, Buffer.alloc(0)];
  for await (const part of zipArchive(Readable.from(entries))) {
    length += part.length;
    tail = Buffer.concat([tail, part.subarray(-400)]).subarray(-400);
  }
  const { count, offset, isZip64 } = readEndOfZip(tail);
  expect({ count, isZip64 }).toEqual({ count: 2, isZip64: true });
  const directory = tail.subarray(offset - length);
  // The first begins at 0, so only its two sizes are too large for their usual fields.
  const sizes = directory.readUInt16LE(30) - TIMESTAMP;
  expect(sizes).toBe(4 + 2 * 8);
  const first = RECORD + "large".length + TIMESTAMP;
  expect(directory.readBigUInt64LE(first + 4)).toBe(BigInt(PIECES * PIECE.length));
  const second = directory.subarray(first + sizes);
  expect(second.readUInt32LE(0)).toBe(0x0201_4b50);
  const start = second.readBigUInt64LE(RECORD + "behind".length + TIMESTAMP + 4);
  expect(start).toBeGreaterThan(BigInt(PIECES * PIECE.length));
});
