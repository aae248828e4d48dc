import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { signedFileUrl } from "#lib/files/files/links.ts";
import { kindOf, rangeOf } from "#lib/files/files/rules.ts";
import type { FileSize } from "#lib/files/files/schema.ts";
import type { OpenableFile } from "#lib/files/files/statements.ts";
import { takeSlot } from "#lib/files/files/transfer-slots.ts";
import type { PublicPicture } from "#lib/files/pictures/public-pictures.system.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { logFailure } from "#platform/failure-log.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { hasTag } from "#platform/http/encodings.ts";
import { Redirect } from "#platform/http/redirect.ts";
import { ServedFile } from "#platform/http/served-file.ts";
import { fileStore } from "#platform/storage/storage.ts";
import { StorageError } from "#platform/storage/storage-error.ts";

const RETRY_AFTER_SECONDS = 60;

/** Redirects a member to `FILES_URL` if there's one, by a link that only works as long as they have access. */
export function filesHostOf(
  file: OpenableFile,
  member: OwnerScope | null,
  size: FileSize | undefined,
): Redirect | null {
  if (env().FILES_URL === undefined || member === null) return null;
  return new Redirect(signedFileUrl(file, { by: "member", id: member.userId }, size), 307);
}

type Asked = { size: FileSize | undefined; clientAddress: string | null };

/**
 * Opens a stored file, or the part of it that a request names. Throws `file_missing`, `range_not_satisfiable`, `rate_limited` or
 * `unavailable`.
 */
export async function serveFile(
  request: Request,
  file: OpenableFile,
  { size, clientAddress }: Asked,
): Promise<ServedFile> {
  const isSmaller = size !== undefined && file.thumbnails === "made";
  const key = isSmaller ? `${file.storageKey}-${size}` : file.storageKey;
  const tag = isSmaller ? `${file.hash}-${size}` : file.hash;
  const mediaType = isSmaller ? "image/webp" : file.mediaType;
  const isInline = kindOf({ ...file, mediaType }) !== "file";
  const headers = {
    "Content-Type": isInline ? mediaType : "application/octet-stream",
    "Content-Disposition": contentDisposition(isInline ? "inline" : "attachment", file.name),
    "Content-Security-Policy": "sandbox; default-src 'none'",
    // The widget's frame is the service's own, but FILES_URL isn't.
    "Cross-Origin-Resource-Policy": env().FILES_URL === undefined ? "same-origin" : "cross-origin",
    "Cache-Control": "private, max-age=300",
    "Accept-Ranges": "bytes",
    ETag: `"${tag}"`,
  };
  const known = request.headers.get("if-none-match");
  if (hasTag(known, tag)) return new ServedFile({ status: 304, headers, stream: null });
  const whole = isSmaller ? await sizeOf(key) : file.size;
  const asked = request.headers.get("if-range") ?? headers.ETag;
  const isHead = request.method === "HEAD";
  const range = asked === headers.ETag && !isHead ? rangeOf(request.headers.get("range"), whole) : null;
  if (range === "unsatisfiable") throw new AppError("range_not_satisfiable", { size: whole });
  const onEnd = takeSlot("download", { clientAddress });
  const { stream } = await inStorage(() => fileStore().open(key, range ?? undefined)).catch((error: unknown) => {
    onEnd();
    throw error;
  });
  // Otherwise the whole content would be read, and sent nowhere.
  if (isHead) stream.destroy();
  const length = range ? range.end - range.start + 1 : whole;
  return new ServedFile({
    status: range ? 206 : 200,
    headers: {
      ...headers,
      "Content-Length": String(length),
      ...(range && { "Content-Range": `bytes ${range.start}-${range.end}/${whole}` }),
    },
    stream: isHead ? null : stream,
    onEnd,
  });
}

const WEEK_SECONDS = 604_800;

/** Opens a logo or photo, for anyone. Throws `file_missing` or `unavailable`. */
export async function servePicture(request: Request, { hash, storageKey, size }: PublicPicture): Promise<ServedFile> {
  const headers = {
    "Content-Type": "image/webp",
    "Content-Disposition": "inline",
    "Content-Security-Policy": "sandbox; default-src 'none'",
    // The widget shows it on any page.
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cache-Control": `public, max-age=${WEEK_SECONDS}, immutable`,
    ETag: `"${hash}"`,
  };
  if (hasTag(request.headers.get("if-none-match"), hash)) return new ServedFile({ status: 304, headers, stream: null });
  const { stream } = await inStorage(() => fileStore().open(storageKey));
  const isHead = request.method === "HEAD";
  if (isHead) stream.destroy();
  const status = 200;
  return new ServedFile({
    status,
    headers: { ...headers, "Content-Length": String(size) },
    stream: isHead ? null : stream,
  });
}

const sizeOf = async (key: string): Promise<number> => {
  const found = await inStorage(() => fileStore().stat(key));
  if (!found) throw new AppError("file_missing");
  return found.size;
};

async function inStorage<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof StorageError && error.failure === "gone") throw new AppError("file_missing");
    if (!(error instanceof StorageError)) throw error;
    logFailure(error, "a file can't be opened: the storage can't be read");
    throw new AppError("unavailable", {
      detail: "The file storage can't be read at the moment. Try again later.",
      retryAfter: RETRY_AFTER_SECONDS,
    });
  }
}
