import { Readable } from "node:stream";
import { AppError } from "#platform/errors.ts";
import { logFailure } from "#platform/failure-log.ts";
import { recognize } from "#platform/media/recognize.ts";
import type { DrawnPicture } from "#platform/pictures/draw-pictures.ts";
import { receiveFile } from "#platform/storage/storage.ts";
import type { PersonScope } from "../../base/access/scopes.ts";
import {
  FULL_RETRY_SECONDS,
  type IncomingFile,
  receiveWhole,
  requireLength,
  uploading,
} from "../files/receive-whole.ts";
import type { NewContent } from "../files/statements.ts";
import { storeContent } from "../files/store-content.ts";
import { PICTURE_MAX_SIZE } from "./picture-size.ts";

const SIDE = 256;
const WAITING_MAX = 8;
const BUSY_RETRY_SECONDS = 5;
const DRAWN = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"];

/**
 * Receives a picture, draws its middle square, and stores that: `storeRow` makes it someone's. Nothing of the original is kept.
 * Throws `payload_too_large`, `file_kind_not_allowed` for anything but a picture, `invalid_request` for one that can't be
 * decoded, `quota_exceeded` if the disk is full, `request_timeout`, `rate_limited` or `unavailable`.
 */
export async function receivePicture(
  { userId }: PersonScope,
  incoming: IncomingFile,
  storeRow: (content: NewContent) => Promise<{ storageKey: string }>,
): Promise<void> {
  await uploading({ senderId: userId, clientAddress: null, limit: PICTURE_MAX_SIZE }, async () => {
    requireLength(incoming, PICTURE_MAX_SIZE);
    const { content, width, height } = await drawReceived(incoming);
    await using file = await receiveFile(Readable.from([content]), { limit: content.length });
    await storeContent(file, { mediaType: "image/webp", width, height }, storeRow);
    return { size: content.length };
  });
}

async function drawReceived(incoming: IncomingFile): Promise<DrawnPicture> {
  await using received = await receiveWhole(incoming, PICTURE_MAX_SIZE);
  if (!DRAWN.includes(recognize(received.head).mediaType)) {
    throw new AppError("file_kind_not_allowed", { detail: "This isn't a JPEG, PNG, WebP, GIF or AVIF picture." });
  }
  const { drawPictures, PictureError } = await import("#platform/pictures/draw-pictures.ts");
  try {
    const wishes = [{ side: SIDE, shape: "square" as const }];
    const [drawn] = await drawPictures(received.path, wishes, { waitingMax: WAITING_MAX });
    if (!drawn) throw new PictureError("unavailable", "nothing was drawn");
    return drawn;
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    if (error.failure === "undecodable") {
      throw new AppError("invalid_request", {
        detail: "This picture can't be read. It may be damaged, or have more than 40 million pixels.",
      });
    }
    if (error.failure === "busy") {
      const detail = "Too many pictures are being uploaded. Try again in a few seconds.";
      throw new AppError("unavailable", { detail, retryAfter: BUSY_RETRY_SECONDS });
    }
    logFailure(error, "a picture was refused: the process that decodes pictures can't run");
    throw new AppError("unavailable", {
      detail: "Pictures can't be decoded at the moment. Try again later.",
      retryAfter: FULL_RETRY_SECONDS,
    });
  }
}
