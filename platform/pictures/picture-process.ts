import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import sharp, { type Sharp } from "sharp";
import type { PictureRequest, PictureResponse } from "./draw-pictures.ts";

/*
 * Decodes pictures that strangers sent, in a process without settings, secrets or connections. draw-pictures.ts starts
 * it, sends one request at a time, and kills it if a picture takes too long. It ends on its own if one takes too much memory or processor time.
 */
const PIXELS_MAX = 40_000_000;
const MEMORY_MAX = 512 * 1024 ** 2;
const CHECK_MS = 20;
const PRIORITY = 10;
const QUALITY = 78;

// Of all decoders, only those of the formats that are shown as pictures.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegFile",
    "VipsForeignLoadPngFile",
    "VipsForeignLoadWebpFile",
    "VipsForeignLoadNsgifFile",
    "VipsForeignLoadHeifFile",
  ],
});
sharp.cache(false);
sharp.concurrency(1);

// The service comes first when memory or the processor is short.
try {
  setPriority(PRIORITY);
  writeFileSync("/proc/self/oom_score_adj", "1000");
} catch {
  // Not Linux, or not allowed.
}
// Decoding runs in other threads, so this one can watch it.
let cpuEndsAt = Number.POSITIVE_INFINITY;
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
setInterval(() => {
  if (process.memoryUsage.rss() > MEMORY_MAX || cpuMs() > cpuEndsAt) process.exit(1);
}, CHECK_MS).unref();

// Otherwise a picture that's smaller in one direction would be cut to less than a square.
async function squareWithin(picture: Sharp, side: number): Promise<number> {
  const { width, height } = await picture.metadata();
  return Math.min(side, width, height);
}

async function draw({ path, wishes }: PictureRequest): Promise<PictureResponse> {
  try {
    const pictures = [];
    for (const { side, shape } of wishes) {
      const picture = sharp(path, { limitInputPixels: PIXELS_MAX, pages: 1, failOn: "error", sequentialRead: true });
      const size = shape === "square" ? await squareWithin(picture, side) : side;
      const { data, info } = await picture
        .autoOrient()
        .resize({ width: size, height: size, fit: shape === "square" ? "cover" : "inside", withoutEnlargement: true })
        .webp({ quality: QUALITY })
        .toBuffer({ resolveWithObject: true });
      pictures.push({ content: data, width: info.width, height: info.height });
    }
    return { pictures };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

process.on("message", (request: PictureRequest) => {
  cpuEndsAt = cpuMs() + request.cpuMs;
  void draw(request).then((response) => process.send?.(response));
});
// They're sent to all processes of a service that's stopped. This one ends with its parent, so that no file seems broken.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit(0));
