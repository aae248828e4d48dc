import { ByteReader, Malformed } from "./byte-reader.ts";
import { cleanGif } from "./clean-gif.ts";
import { cleanHeif } from "./clean-heif.ts";
import { cleanJpeg } from "./clean-jpeg.ts";
import { cleanMatroska } from "./clean-matroska.ts";
import { cleanPng } from "./clean-png.ts";
import { cleanVideo } from "./clean-video.ts";
import { cleanWebp } from "./clean-webp.ts";

/** What's known of a file once all of its cleaned content has been read. Sizes are in pixels, as it's shown. */
export type Cleaned = { width: number | null; height: number | null };

type Cleaner = (reader: ByteReader, found: Cleaned) => AsyncGenerator<Buffer>;

const CLEANERS: Record<string, Cleaner> = {
  "image/jpeg": cleanJpeg,
  "image/png": cleanPng,
  "image/gif": cleanGif,
  "image/webp": cleanWebp,
  "image/avif": cleanHeif,
  "image/heic": cleanHeif,
  "video/mp4": cleanVideo,
  "video/quicktime": cleanVideo,
  "audio/mp4": cleanVideo,
  "video/webm": cleanMatroska,
  "video/x-matroska": cleanMatroska,
};

const PIECE = 64 * 1024;

// Each piece is written to the disk on its own, and a hostile file has 100,000 of two bytes.
async function* joined(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    size += piece.length;
    if (size < PIECE) continue;
    yield Buffer.concat(waiting, size);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting, size);
}

/** Whether files of this type have metadata that can be removed without encoding them again. */
export const canClean = (mediaType: string): boolean => Object.hasOwn(CLEANERS, mediaType);

/**
 * The content of a file at `path` without the places, devices and programs it names. Pictures and sounds stay as they're
 * encoded. Fills in `found`. Throws `Malformed` if it isn't what its first bytes say.
 */
export async function* cleanContent(path: string, mediaType: string, found: Cleaned): AsyncGenerator<Buffer> {
  const clean = CLEANERS[mediaType];
  if (!clean) throw new Malformed("nothing to clean");
  await using reader = await ByteReader.open(path);
  try {
    yield* joined(clean(reader, found));
  } catch (error) {
    // A position or number outside the bytes read.
    throw error instanceof RangeError ? new Malformed("cut off") : error;
  }
}
