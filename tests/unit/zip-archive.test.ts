import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { type ZipEntry, zipArchive } from "#platform/zip/zip-archive.ts";
import { readEndOfZip, unzip } from "../support/zip.ts";

const modifiedAt = new Date("2026-11-25T12:34:56Z");

const entry = (name: string, pieces: (string | Uint8Array)[], isCompressible = false): ZipEntry => ({
  name,
  modifiedAt,
  isCompressible,
  pieces: Readable.from(pieces),
});

const pack = (entries: Iterable<ZipEntry>) => buffer(zipArchive(Readable.from(entries)));

test("an archive contains every content, compressed or not, under its name", { tag: "@all" }, async () => {
  const content = fc.array(fc.oneof(fc.uint8Array(), fc.string({ unit: "grapheme" })));
  const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 });
  const described = fc.record({ name, content, isCompressible: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(described, { selector: ({ name }) => name }), async (entries) => {
      const unpacked = unzip(await pack(entries.map((one) => entry(one.name, one.content, one.isCompressible))));
      expect([...unpacked.keys()]).toEqual(entries.map(({ name }) => name));
      for (const { name, content, isCompressible } of entries) {
        const bytes = Buffer.concat(content.map((piece) => Buffer.from(piece)));
        expect(unpacked.get(name)).toEqual({ content: bytes, isDeflated: isCompressible, mode: 0o100644 });
      }
    }),
  );
});

test("an archive of more entries than 16 bits can count is complete", { tag: "@all" }, async () => {
  const count = 0xffff + 5;
  const archive = await pack(Array.from({ length: count }, (_, n) => entry(`${n}`, ["x"])));
  expect(readEndOfZip(archive)).toMatchObject({ count, isZip64: true });
  expect(archive.readUInt16LE(archive.length - 12), "what a reader without ZIP64 sees").toBe(0xffff);
});

for (const isCompressible of [false, true]) {
  test(`what's read of ${isCompressible ? "compressed" : "stored"} content is no more than what was taken, and it's ended with its reader`, async () => {
    const state = { read: 0, ended: 0, opened: 0 };
    async function* endless() {
      try {
        for (let n = 1; ; n++) {
          state.read = n;
          // They don't get smaller.
          yield randomBytes(256 * 1024);
        }
      } finally {
        state.ended++;
      }
    }
    async function* entries() {
      try {
        state.opened++;
        yield { ...entry("endless", [], isCompressible), pieces: endless() };
        state.opened++;
      } finally {
        state.ended++;
      }
    }
    let taken = 0;
    for await (const part of zipArchive(entries())) {
      taken += part.length;
      if (taken > 2 ** 20) break;
    }
    // Four pieces, and those that are on their way through the compression.
    expect(state.read).toBeLessThanOrEqual(isCompressible ? 8 : 5);
    await expect.poll(() => state).toMatchObject({ ended: 2, opened: 1 });
  });
}

test("a content that fails fails the archive", async () => {
  for (const isCompressible of [false, true]) {
    async function* failing() {
      yield "one";
      throw new Error("the disk is gone");
    }
    const entries = [{ ...entry("failing", [], isCompressible), pieces: failing() }];
    await expect(pack(entries)).rejects.toThrow("the disk is gone");
  }
});
