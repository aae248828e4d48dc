import { PassThrough, Readable } from "node:stream";
import { expect, test } from "@playwright/test";
import { ServedFile } from "#platform/http/served-file.ts";

const sent = (stream: Readable, onEnd: () => void) =>
  new ServedFile({ status: 200, headers: {}, stream, onEnd, stalledMs: 50 });

test("a download that its reader leaves open is cut off, and its file is closed (H6)", async () => {
  const stream = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(64 * 1024)));
  const reader = new PassThrough();
  let ends = 0;
  await sent(stream, () => {
    ends += 1;
  }).sendTo(reader);
  expect([stream.destroyed, reader.destroyed, ends]).toEqual([true, true, 1]);
});

test("a download that's read to its end isn't cut off", async () => {
  const reader = new PassThrough();
  const read = reader.toArray();
  let ends = 0;
  await sent(Readable.from([Buffer.from("one "), Buffer.from("two")]), () => {
    ends += 1;
  }).sendTo(reader);
  expect(Buffer.concat(await read).toString()).toBe("one two");
  expect(ends).toBe(1);
});
