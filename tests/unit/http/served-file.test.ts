import { PassThrough, Readable } from "node:stream";
import { expect, test } from "@playwright/test";
import { ServedFile } from "#platform/http/served-file.ts";
import { provideSettings } from "../../support/provide-settings.ts";

test.beforeAll(() => void provideSettings());

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

for (const [what, length] of [
  ["shorter", "8"],
  ["longer", "6"],
]) {
  test(`a download whose stored file is ${what} than its row is cut off at once (F7)`, async () => {
    const reader = new PassThrough();
    reader.resume();
    const stream = Readable.from([Buffer.from("one "), Buffer.from("two")]);
    await new ServedFile({ status: 200, headers: { "Content-Length": `${length}` }, stream }).sendTo(reader);
    expect([stream.destroyed, reader.destroyed, reader.writableFinished]).toEqual([true, true, false]);
  });
}
