import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import sharp from "sharp";
import { Malformed } from "#platform/media/byte-reader.ts";
import { type Cleaned, canClean, cleanContent } from "#platform/media/clean.ts";
import { recognize } from "#platform/media/recognize.ts";

const PLACE = "GPSCANARY";
const [WIDTH, HEIGHT] = [60, 40];

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "site-inbox-media-"));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

async function clean(content: Buffer, mediaType = recognize(content.subarray(0, 4_100)).mediaType) {
  const path = join(folder, createHash("sha256").update(content).digest("hex"));
  await writeFile(path, content);
  const found: Cleaned = { width: null, height: null };
  const pieces: Buffer[] = [];
  for await (const piece of cleanContent(path, mediaType, found)) pieces.push(Buffer.from(piece));
  return { content: Buffer.concat(pieces), ...found };
}

const pixelsOf = (content: Buffer) => sharp(content, { animated: true }).raw().toBuffer();

// A picture in which each pixel differs, with a camera, a place, a color profile and an orientation.
const photo = () =>
  sharp(Buffer.from(Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => (at * 7) % 256)), {
    raw: { width: WIDTH, height: HEIGHT, channels: 3 },
  })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: PLACE, Software: PLACE },
      IFD3: { GPSLatitude: "52/1 31/1 0/1", GPSAreaInformation: PLACE },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>${PLACE}</rdf></x:xmpmeta>`)
    .withIccProfile("p3");

const FORMATS = {
  jpeg: () => photo().jpeg().toBuffer(),
  "progressive jpeg": () => photo().jpeg({ progressive: true }).toBuffer(),
  png: () => photo().png().toBuffer(),
  webp: () => photo().webp().toBuffer(),
  "lossless webp": () => photo().webp({ lossless: true }).toBuffer(),
  avif: () => photo().avif().toBuffer(),
};

for (const [name, make] of Object.entries(FORMATS)) {
  test(`a ${name} loses camera, place, program and what follows its end, and keeps its pixels, profile and orientation`, async () => {
    const original = await make();
    expect(original.includes(PLACE), "it's there before").toBe(true);
    const tail = name === "avif" ? Buffer.alloc(0) : Buffer.from("<script>tail()</script>");
    const cleaned = await clean(Buffer.concat([original, tail]));
    expect(cleaned.content.includes(PLACE)).toBe(false);
    expect(cleaned.content.includes("tail()")).toBe(false);
    expect(await pixelsOf(cleaned.content)).toEqual(await pixelsOf(original));
    const [before, after] = await Promise.all([sharp(original).metadata(), sharp(cleaned.content).metadata()]);
    expect(after.icc).toEqual(before.icc);
    expect(before.icc).toBeDefined();
    expect({ width: cleaned.width, height: cleaned.height }).toEqual({ width: HEIGHT, height: WIDTH });
    // An AVIF's orientation is a property of its own, and its XMP is overwritten.
    expect(after.orientation).toBe(before.orientation);
    expect(await clean(cleaned.content), "a second time").toEqual(cleaned);
  });
}

test("a JPEG loses its thumbnail and its texts, and one that's cut off is kept as far as it goes", async () => {
  const original = await photo().jpeg().toBuffer();
  const comment = Buffer.from([0xff, 0xfe, 0, 2 + PLACE.length, ...Buffer.from(PLACE)]);
  const thumbnail = Buffer.concat([
    Buffer.from([0xff, 0xe0, 0, 16 + 3]),
    Buffer.from("JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01abc"),
  ]);
  const { content } = await clean(Buffer.concat([original.subarray(0, 2), thumbnail, comment, original.subarray(2)]));
  expect(content.includes(PLACE)).toBe(false);
  expect(content.includes("abc")).toBe(false);
  const cut = await clean(original.subarray(0, original.length - 40));
  expect([cut.width, cut.height]).toEqual([HEIGHT, WIDTH]);
});

test("an animated GIF keeps its frames and how often it repeats, and loses comments and the data of programs", async () => {
  const frames = await sharp(Buffer.alloc(WIDTH * HEIGHT * 3, 90), {
    raw: { width: WIDTH, height: HEIGHT, channels: 3, pageHeight: HEIGHT / 2 },
  })
    .gif({ loop: 3, delay: [100, 100] })
    .toBuffer();
  const at = frames.indexOf(Buffer.from([0x21]), 13);
  const comment = Buffer.from([0x21, 0xfe, PLACE.length, ...Buffer.from(PLACE), 0]);
  const program = Buffer.from([0x21, 0xff, 11, ...Buffer.from("XMP DataXMP"), PLACE.length, ...Buffer.from(PLACE), 0]);
  const { content, width, height } = await clean(
    Buffer.concat([frames.subarray(0, at), comment, program, frames.subarray(at), Buffer.from("tail()")]),
  );
  expect(content.includes(PLACE)).toBe(false);
  expect(content.includes("tail()")).toBe(false);
  expect([width, height]).toEqual([WIDTH, HEIGHT / 2]);
  expect(await pixelsOf(content)).toEqual(await pixelsOf(frames));
  expect((await sharp(content).metadata()).loop).toBe(3);
});

const box = (type: string, ...content: (Buffer | string)[]) => {
  const whole = Buffer.concat([
    Buffer.alloc(4),
    Buffer.from(type, "latin1"),
    ...content.map((part) => Buffer.from(part as string, "latin1")),
  ]);
  whole.writeUInt32BE(whole.length);
  return whole;
};

const uint32 = (...numbers: number[]) => {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * at);
  return bytes;
};

type Table = { offsets: number[]; runs?: number[][]; each?: number; sizes?: Buffer };

const track = (
  handler: string,
  { offsets, runs = [[1, 1, 1]], each = 0, sizes = Buffer.alloc(0) }: Table = { offsets: [] },
) =>
  box(
    "trak",
    box("tkhd", `track ${handler}`),
    box("udta", PLACE),
    box(
      "mdia",
      box("hdlr", uint32(0, 0), handler, Buffer.alloc(13)),
      box(
        "minf",
        box(
          "stbl",
          box("stsc", uint32(0, runs.length, ...runs.flat())),
          box("stsz", uint32(0, each, sizes.length / 4), sizes),
          box("stco", uint32(0, offsets.length, ...offsets)),
        ),
      ),
    ),
  );

const zeroed = (content: Buffer, ...ranges: [at: number, end: number][]) =>
  ranges.every(([at, end]) => content.subarray(at, end).every((byte) => byte === 0));

test("a video loses the descriptions of its place and device, wherever they are, and nothing else moves", async () => {
  const original = Buffer.concat([
    box("ftyp", "qt  \0\0\0\0qt  "),
    box(
      "moov",
      box("mvhd", "header"),
      box("udta", box("\xa9xyz", PLACE)),
      track("vide"),
      box("meta", PLACE),
      box("gps ", PLACE),
    ),
    ...["uuid", "free", "skip", "wide", "GPS "].map((type) => box(type, PLACE)),
    box("mdat", "samples"),
  ]);
  const { content } = await clean(original);
  expect(content.length).toBe(original.length);
  expect(content.includes(PLACE)).toBe(false);
  for (const kept of ["header", "track vide", "samples"]) expect(content.indexOf(kept)).toBe(original.indexOf(kept));
  expect((await clean(content)).content, "a second time").toEqual(content);
});

test("a video loses tracks of anything but pictures and sound, with their samples, and keeps the other samples", async () => {
  const places = "0123456789".repeat(8);
  const media = box("mdat", places);
  const at = 20 + 8;
  const make = (handler: string, table: Table) =>
    Buffer.concat([box("ftyp", "isom\0\0\0\0isom"), media, box("moov", track("vide"), track(handler, table))]);
  // Two chunks with two samples, then one with one.
  const runs = [
    [1, 2, 1],
    [3, 1, 1],
  ];
  const offsets = [at, at + 20, at + 50];
  for (const handler of ["meta", "text", "sbtl", "camm", "\0\0\0\0"]) {
    const listed = await clean(make(handler, { offsets, runs, sizes: uint32(2, 3, 4, 5, 6) }));
    expect(
      listed.content
        .subarray(at, at + 80)
        .toString()
        .replaceAll("\0", "-"),
    ).toBe(`-----567890123456789---------9${places.slice(30, 50)}------${places.slice(56)}`);
    expect(listed.content.includes(`track ${handler}`)).toBe(false);
    const alike = await clean(make(handler, { offsets, runs, each: 4 }));
    expect(zeroed(alike.content, [at, at + 8], [at + 20, at + 28], [at + 50, at + 54])).toBe(true);
    expect(alike.content.toString("latin1", at + 54, at + 80)).toBe(places.slice(54));
  }
  for (const handler of ["vide", "soun", "tmcd"]) {
    const original = make(handler, { offsets, runs, each: 4 });
    expect((await clean(original)).content.includes(places)).toBe(true);
  }
});

test("a video whose track of places can't be found is refused", async () => {
  const make = (table: Table, more = Buffer.alloc(0)) =>
    Buffer.concat([
      box("ftyp", "isom\0\0\0\0isom"),
      box("mdat", PLACE),
      box("moov", track("vide"), track("meta", table)),
      more,
    ]);
  await expect(clean(make({ offsets: [4], each: 9 }))).rejects.toThrow("outside");
  await expect(clean(make({ offsets: [28], each: 900 }))).rejects.toThrow("outside");
  await expect(clean(make({ offsets: [28] }))).rejects.toThrow("without a size");
  await expect(clean(make({ offsets: [28], runs: [], each: 9 }))).rejects.toThrow("without samples");
  await expect(clean(make({ offsets: [28], each: 9 }, box("moof")))).rejects.toThrow("fragments");
  const tooMany = { offsets: [28], runs: [[1, 2_100_000, 1]], sizes: Buffer.alloc(8_400_000) };
  await expect(clean(make(tooMany))).rejects.toThrow("too many samples");
});

test("a dashcam's blocks with places between the samples are overwritten, the samples aren't", async () => {
  const block = Buffer.alloc(600, "x");
  block.writeUInt32BE(600);
  block.write(`freeGPS ${PLACE}`, 4, "latin1");
  const frames = Buffer.alloc(70_000, "frame");
  for (const before of [0, 1, 65_520, 65_524, 65_530, 70_000]) {
    const pieces = [frames.subarray(0, before), block, frames];
    const original = Buffer.concat([box("ftyp", "isom\0\0\0\0isom"), box("mdat", ...pieces)]);
    const { content } = await clean(original);
    expect(content.subarray(28)).toEqual(Buffer.concat([frames.subarray(0, before), Buffer.alloc(600), frames]));
  }
});

const element = (id: string, content: Buffer | string, sizeBytes = 8) => {
  const header = Buffer.from(id, "hex");
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length) | (1n << BigInt(7 * sizeBytes)));
  return Buffer.concat([header, size.subarray(8 - sizeBytes), Buffer.from(content as string)]);
};
const unknownSize = (id: string) => Buffer.from(`${id}01ffffffffffffff`, "hex");

for (const type of ["webm", "matroska"]) {
  test(`a ${type} loses tags, attachments and names, and nothing else moves`, async () => {
    for (const sizeBytes of [1, 4, 8]) {
      const original = Buffer.concat([
        element("1a45dfa3", element("4282", type), 1),
        unknownSize("18538067"),
        element("1549a966", Buffer.concat([element("bf", PLACE), element("7ba9", PLACE), element("4489", "long")]), 1),
        element("1254c367", `${PLACE} in a tag`, sizeBytes),
        unknownSize("1f43b675"),
        element("a3", "picture one", 2),
        unknownSize("1f43b675"),
        element("a3", Buffer.alloc(100_000, "picture two"), 4),
        element("1f43b675", element("a3", `picture of ${PLACE}`), 8),
        element("1941a469", `${PLACE} in an attachment`, sizeBytes),
        element("1c53bb6b", "cues", 1),
      ]);
      const { content } = await clean(original);
      expect(content.length).toBe(original.length);
      expect(content.toString("latin1").split(PLACE)).toHaveLength(2);
      for (const kept of ["long", "picture one", "picture two", "picture of", "cues"])
        expect(content.indexOf(kept)).toBe(original.indexOf(kept));
      expect((await clean(content)).content, "a second time").toEqual(content);
      const cut = await clean(original.subarray(0, original.length - 8));
      expect(cut.content.toString("latin1").split(PLACE)).toHaveLength(2);
    }
  });
}

test("what only begins like a picture is refused", async () => {
  const cases = {
    "a script that begins like a GIF": Buffer.from("GIF89a=1;alert(document.domain)//"),
    "HTML after a PNG's signature": Buffer.from(
      "\x89PNG\r\n\x1a\n\0\0\0\rIHDR<script>alert(1)</script>aaaaaaaaaaaaaaaa",
      "latin1",
    ),
    "HTML after a JPEG's first marker": Buffer.from("\xff\xd8\xff\xe0<script>alert(1)</script>", "latin1"),
    "a JPEG without a picture": Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
    "a WebP without a picture": Buffer.from("RIFF\x14\0\0\0WEBPVP8X\0\0\0\0", "latin1"),
    "an AVIF whose Exif is elsewhere": Buffer.from("\0\0\0\x10ftypavif\0\0\0\0\0\0\0\x04meta", "latin1"),
  };
  for (const [name, content] of Object.entries(cases)) {
    await expect(clean(content), name).rejects.toThrow(Malformed);
  }
});

test("a file of a million tiny pieces is refused", async () => {
  const picture = await photo().png().toBuffer();
  const tiny = Buffer.alloc(12);
  tiny.write("teXt", 4);
  const content = Buffer.concat([
    picture.subarray(0, 33),
    ...Array.from({ length: 250_000 }, () => tiny),
    picture.subarray(33),
  ]);
  await expect(clean(content)).rejects.toThrow("too many pieces");
});

test("a HEIC with pieces that take no bytes is refused before they take time (H12)", async () => {
  const infe = box("infe", "\x02\0\0\0\0\x01\0\0Exif\0");
  const items = 60_000;
  const pieces = Buffer.alloc(items * 6, Buffer.from([0, 2, 0, 0, 0xff, 0xff]));
  const iloc = box("iloc", Buffer.from([0, 0, 0, 0, 0, 0, items >> 8, items & 255]), pieces);
  const meta = box("meta", "\0\0\0\0", box("iinf", "\0\0\0\0\0\x01", infe), iloc);
  const content = Buffer.concat([box("ftyp", "heic\0\0\0\0heic"), meta]);
  await expect(clean(content)).rejects.toThrow("too many pieces");
});

test("a GIF of tiny pieces is read and written in large ones (H12)", async () => {
  const extension = Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0]);
  const image = Buffer.from([0x2c, 0, 0, 0, 0, 8, 0, 8, 0, 0, 2, 2, 0x4c, 1, 0, 0x3b]);
  const head = Buffer.from("GIF89a\x08\0\x08\0\0\0\0", "latin1");
  const content = Buffer.concat([head, Buffer.alloc(60_000 * extension.length, extension), image]);
  const path = join(folder, "tiny-pieces");
  await writeFile(path, content);
  const sizes: number[] = [];
  const before = process.cpuUsage();
  for await (const piece of cleanContent(path, "image/gif", { width: null, height: null })) sizes.push(piece.length);
  const { user, system } = process.cpuUsage(before);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(content.length);
  expect(sizes.length).toBeLessThan(10);
  // 64 KiB for each piece took more than twice as long.
  expect((user + system) / 1_000).toBeLessThan(3_000);
});

test("any bytes are cleaned or refused", async () => {
  const originals = await Promise.all(Object.values(FORMATS).map((make) => make()));
  const damaged = fc.record({
    original: fc.constantFrom(...originals),
    at: fc.nat(400),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
    cut: fc.nat(200),
  });
  await fc.assert(
    fc.asyncProperty(damaged, async ({ original, at, bytes, cut }) => {
      const content = Buffer.from(original.subarray(0, original.length - cut));
      content.set(bytes, Math.min(at, content.length - bytes.length));
      const { mediaType } = recognize(content.subarray(0, 4_100));
      if (!canClean(mediaType)) return;
      await clean(content, mediaType).catch((error: unknown) => expect(error).toBeInstanceOf(Malformed));
    }),
    { numRuns: 300 },
  );
});

test("a jpeg with stray bytes between its segments loses them, its place too, and keeps its pixels", async () => {
  const original = await photo().jpeg().toBuffer();
  const scan = original.indexOf(Buffer.from([0xff, 0xda]));
  for (const stray of [
    [0, 0, 0x12, 0x34],
    [0xff, 0, 7],
    [0xff, 0xff, 0xff],
  ]) {
    const given = Buffer.concat([original.subarray(0, scan), Buffer.from(stray), original.subarray(scan)]);
    const cleaned = await clean(given);
    expect(cleaned.content.includes(PLACE)).toBe(false);
    expect(await pixelsOf(cleaned.content)).toEqual(await pixelsOf(original));
  }
  const noise = Buffer.concat([original.subarray(0, scan), Buffer.alloc(5_000), original.subarray(scan)]);
  await expect(clean(noise)).rejects.toThrow(Malformed);
});
