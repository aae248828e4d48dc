import { writeFile } from "node:fs/promises";
import { crc32, deflateRawSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { recognizeZip } from "#platform/media/recognize-zip.ts";

type Part = { name: string; content?: string; isDeflated?: boolean };

/** Packs an archive with its parts in this order, as programs do. */
function zipOf(parts: Part[], comment = ""): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content = "<x/>", isDeflated = false } of parts) {
    const plain = Buffer.from(content);
    const packed = isDeflated ? deflateRawSync(plain) : plain;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isDeflated ? 8 : 0, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(plain.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), common, more, Buffer.from(name)]));
    bodies.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(at, 12);
  end.writeUInt16LE(comment.length, 16);
  return Buffer.concat([...bodies, ...directory, Buffer.from("PK\x05\x06"), end, Buffer.from(comment)]);
}

async function recognized(content: Buffer) {
  const path = test.info().outputPath("a.zip");
  await writeFile(path, content);
  return (await recognizeZip(path)).mediaType;
}

const BIG = { name: "word/document.xml", content: "x".repeat(100_000) };
const TYPES = { name: "[Content_Types].xml" };
const OFFICE = "application/vnd.openxmlformats-officedocument";

test("an office document is recognized with its parts in any order, and with backslashes", async () => {
  const word = `${OFFICE}.wordprocessingml.document`;
  expect(await recognized(zipOf([TYPES, { name: "_rels/.rels" }, BIG]))).toBe(word);
  expect(await recognized(zipOf([BIG, { name: "word/styles.xml", content: "x".repeat(50_000) }, TYPES]))).toBe(word);
  expect(await recognized(zipOf([TYPES, { name: "_rels\\.rels" }, { name: "word\\document.xml" }], "a comment"))).toBe(
    word,
  );
  const sheet = [{ name: "docProps/app.xml" }, { name: "xl/workbook.xml" }, TYPES];
  expect(await recognized(zipOf(sheet))).toBe(`${OFFICE}.spreadsheetml.sheet`);
  expect(await recognized(zipOf([{ name: "ppt/presentation.xml" }, TYPES]))).toBe(
    `${OFFICE}.presentationml.presentation`,
  );
});

test("an OpenDocument is recognized by its type, wherever that is and compressed or not", async () => {
  const content = "application/vnd.oasis.opendocument.text";
  for (const isDeflated of [false, true]) {
    const type = { name: "mimetype", content, isDeflated };
    expect(await recognized(zipOf([type, BIG]))).toBe(content);
    expect(await recognized(zipOf([BIG, type]))).toBe(content);
  }
});

test("an archive of anything else stays one, damaged or not", async () => {
  const plain = zipOf([{ name: "a.txt", content: "[Content_Types].xml word/ mimetype" }]);
  const bomb = { name: "mimetype", content: "x".repeat(50_000), isDeflated: true };
  for (const content of [
    plain,
    zipOf([]),
    zipOf([{ name: "word/document.xml" }]),
    zipOf([bomb]),
    zipOf([{ name: "mimetype", content: "application/epub+zip" }]),
    plain.subarray(0, -10),
    plain.subarray(0, 3),
    Buffer.from("PK\x05\x06".padEnd(22, "\xff"), "latin1"),
  ]) {
    expect(await recognized(content)).toBe("application/zip");
  }
});
