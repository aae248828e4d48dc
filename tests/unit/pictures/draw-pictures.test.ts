import { writeFile } from "node:fs/promises";
import { crc32, deflateSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import sharp from "sharp";
import { drawPictures, PictureError, pictureProcessId, type Wish } from "#platform/pictures/draw-pictures.ts";

const FIT: Wish[] = [
  { side: 360, shape: "fit" },
  { side: 1_600, shape: "fit" },
];

async function fileWith(content: Uint8Array): Promise<string> {
  const path = test.info().outputPath(`picture-${content.length}`);
  await writeFile(path, content);
  return path;
}

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 20, b: 20 } } });

async function failureOf(content: Uint8Array, options = {}): Promise<string> {
  const error: unknown = await drawPictures(await fileWith(content), FIT, options).then(
    () => "drawn",
    (reason: unknown) => reason,
  );
  return error instanceof PictureError ? error.failure : String(error);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A gray PNG whose pixels are all zero, which compresses a thousandfold. */
function blankPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(Buffer.alloc((width + 1) * height))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

test("each wish is drawn whole or square, upright, in WebP, and never larger than the picture", async () => {
  const upright = await red(800, 400).jpeg().toBuffer();
  const turned = await sharp(upright).withMetadata({ orientation: 6 }).toBuffer();
  const wishes: Wish[] = [
    { side: 360, shape: "fit" },
    { side: 1_600, shape: "fit" },
    { side: 256, shape: "square" },
  ];
  const drawn = await drawPictures(await fileWith(turned), wishes);
  expect(drawn.map(({ width, height }) => [width, height])).toEqual([
    [180, 360],
    [400, 800],
    [256, 256],
  ]);
  for (const { content, width, height } of drawn) {
    const found = await sharp(content).metadata();
    expect(found).toMatchObject({ format: "webp", width, height });
    expect([found.orientation, found.exif]).toEqual([undefined, undefined]);
  }
});

test("a square is the middle of a picture that's smaller in one direction", async () => {
  for (const [width, height, side] of [
    [100, 400, 100],
    [400, 100, 100],
    [300, 200, 200],
  ] as const) {
    const [square] = await drawPictures(await fileWith(await red(width, height).png().toBuffer()), [
      { side: 256, shape: "square" },
    ]);
    expect([square?.width, square?.height]).toEqual([side, side]);
  }
});

test("past the files that may wait, one is refused at once, and the others are drawn", async () => {
  const file = await fileWith(await red(500, 250).png().toBuffer());
  const asked = Array.from({ length: 5 }, () => drawPictures(file, FIT, { waitingMax: 3 }));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected", "rejected"]);
  await expect(asked[4]).rejects.toMatchObject({ name: "PictureError", failure: "busy" });
  await drawPictures(file, FIT, { waitingMax: 1 });
});

for (const format of ["jpeg", "png", "webp", "gif", "avif"] as const) {
  test(`a picture in ${format} is drawn`, async () => {
    const [small] = await drawPictures(await fileWith(await red(500, 250).toFormat(format).toBuffer()), FIT);
    expect([small?.width, small?.height]).toEqual([360, 180]);
    const { channels } = await sharp(small?.content).stats();
    expect(channels[0]?.mean).toBeGreaterThan(150);
  });
}

test("of an animation of 10,000 frames, only the first is drawn", async () => {
  const frames = 10_000;
  const file = await red(8, 8).gif().toBuffer();
  // The first frame of the file, from its image descriptor to its end, again and again.
  const start = file.lastIndexOf(Buffer.from([0x2c, 0, 0, 0, 0, 8, 0, 8, 0]));
  expect(start).toBeGreaterThan(0);
  const frame = file.subarray(start, -1);
  const long = Buffer.concat([
    file.subarray(0, start),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from(";"),
  ]);
  const [small] = await drawPictures(await fileWith(long), FIT);
  expect([small?.width, small?.height]).toEqual([8, 8]);
});

test("what isn't a picture, is cut off, is too large, or is another format can't be decoded, and the next one is drawn", {
  tag: "@all",
}, async () => {
  const photo = await sharp({
    create: {
      width: 600,
      height: 600,
      channels: 3,
      background: "black",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();
  expect(await failureOf(photo.subarray(0, photo.length / 2))).toBe("undecodable");
  expect(await failureOf(Buffer.from("not a picture"))).toBe("undecodable");
  expect(await failureOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'))).toBe(
    "undecodable",
  );
  expect(await failureOf(await red(10, 10).tiff().toBuffer())).toBe("undecodable");
  const bomb = blankPng(14_000, 14_000);
  expect(bomb.length).toBeLessThan(400_000);
  expect(await failureOf(bomb)).toBe("undecodable");
  await expect(drawPictures("/no/such/file", FIT)).rejects.toThrow(PictureError);
  expect(await drawPictures(await fileWith(photo), FIT)).toHaveLength(2);
});

for (const [limit, options, failure] of [
  ["much of the processor is the file's fault", { cpuMs: 1 }, "undecodable"],
  ["long is the host's fault", { timeMs: 1 }, "unavailable"],
] as const) {
  test(`a picture that takes too ${limit}, ends its process, and those that wait are drawn by another`, {
    tag: "@all",
  }, async () => {
    const large = await fileWith(blankPng(6_000, 6_000));
    const small = await fileWith(await red(20, 20).png().toBuffer());
    await drawPictures(small, FIT);
    const before = pictureProcessId();
    expect(before).toBeGreaterThan(0);
    const [slow, ...waiting] = await Promise.allSettled([
      drawPictures(large, FIT, options),
      drawPictures(small, FIT),
      drawPictures(small, FIT),
    ]);
    expect(slow).toMatchObject({ status: "rejected", reason: { failure } });
    expect(waiting.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(pictureProcessId()).not.toBe(before);
  });
}

test("a process that's killed while it draws leaves that picture for another try, and the next one is drawn", async () => {
  const small = await fileWith(await red(20, 20).png().toBuffer());
  await drawPictures(small, FIT);
  const drawing = drawPictures(await fileWith(blankPng(6_000, 6_000)), FIT);
  drawing.catch(() => undefined);
  // It's sent in the microtasks that follow.
  await Promise.resolve();
  process.kill(pictureProcessId() ?? 0, "SIGKILL");
  await expect(drawing).rejects.toMatchObject({ name: "PictureError", failure: "unavailable" });
  expect(await drawPictures(small, FIT)).toHaveLength(2);
});

test("a drawing that's no longer wanted ends at once, and the next one isn't held up", { tag: "@all" }, async () => {
  const small = await fileWith(await red(10, 10).png().toBuffer());
  await drawPictures(small, FIT);
  const large = await fileWith(blankPng(6_000, 6_000));
  const pid = pictureProcessId();
  const stopping = new AbortController();
  setImmediate(() => stopping.abort());
  const drawing = drawPictures(large, FIT, { signal: stopping.signal });
  await expect(drawing).rejects.toMatchObject({ failure: "unavailable" });
  expect(pictureProcessId()).not.toBe(pid);
  expect(await drawPictures(small, FIT)).toHaveLength(2);
});

test("a signal to all processes of a service doesn't make a picture look broken", async () => {
  await drawPictures(await fileWith(await red(10, 10).png().toBuffer()), FIT);
  const drawing = drawPictures(await fileWith(blankPng(5_000, 5_000)), FIT);
  await new Promise(setImmediate);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.kill(Number(pictureProcessId()), signal);
  expect(await drawing).toHaveLength(2);
});
