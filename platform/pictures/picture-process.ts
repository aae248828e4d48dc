import sharp, { type Sharp } from "sharp";
import { serveRequests } from "../child/serve-requests.ts";
import type { DrawnPicture, PictureRequest } from "./draw-pictures.ts";

/*
 * Decodes pictures that strangers sent, in a process without settings, secrets or connections. draw-pictures.ts starts
 * it, sends one request at a time, and kills it if a picture takes too long. It ends on its own if one takes too much memory or processor time.
 */
const PIXELS_MAX = 40_000_000;
const MEMORY_MAX = 512 * 1024 ** 2;
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

// Otherwise a picture that's smaller in one direction would be cut to less than a square.
async function squareWithin(picture: Sharp, side: number): Promise<number> {
  const { width, height } = await picture.metadata();
  return Math.min(side, width, height);
}

async function draw({ path, wishes }: PictureRequest): Promise<DrawnPicture[]> {
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
  return pictures;
}

// Decoding runs in other threads, so this one can watch it.
serveRequests(MEMORY_MAX, draw);
