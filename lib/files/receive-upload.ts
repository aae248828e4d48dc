import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { logFailure } from "#platform/failure-log.ts";
import { wakeWork } from "#platform/jobs/repeated-work.ts";
import { log } from "#platform/log.ts";
import { acceptFile } from "#platform/media/accept-file.ts";
import { countScan, countUpload } from "#platform/metrics/count.ts";
import { scanFile } from "#platform/scan/scan-file.ts";
import { newKey } from "#platform/storage/file-store.ts";
import { fileStore, receiveFile } from "#platform/storage/storage.ts";
import { StorageError } from "#platform/storage/storage-error.ts";
import type { TemporaryFile } from "#platform/storage/temporary-file.ts";
import type { OwnerScope, VisitorScope } from "../access/scopes.ts";
import { storeUpload } from "./commands.ts";
import { toUploadedFileJson } from "./json.ts";
import { cleanName } from "./names.ts";
import { TooSlow, watchPace } from "./pace.ts";
import { findUploadTerms } from "./queries.ts";
import type { UploadedFileJson } from "./schema.ts";
import { adoptContent } from "./stored-contents.system.ts";
import { takeSlot } from "./transfer-slots.ts";

const MEBIBYTE = 1024 ** 2;
const FULL_RETRY_SECONDS = 60;

/** A file that a request brings: its name, its announced size or null, and its bytes, which are read once. */
export type IncomingFile = { name: string; length: number | null; read(): AsyncIterable<Uint8Array> };

type Place = { siteId: string; clientAddress: string | null };

/**
 * Receives a file for a site, recognizes and cleans it, and stores it until a message names it. What can be refused is refused
 * before the body is read. Throws `payload_too_large`, `invalid_request` if it's empty or cut off, `not_found`,
 * `file_kind_not_allowed`, `file_rejected`, `quota_exceeded`, `request_timeout`, `rate_limited` or `unavailable`.
 */
export async function receiveUpload(
  scope: OwnerScope | VisitorScope,
  place: Place,
  incoming: IncomingFile,
): Promise<UploadedFileJson> {
  const senderId = "userId" in scope ? scope.userId : scope.visitorId;
  const leave = takeSlot("upload", { senderId, clientAddress: place.clientAddress });
  try {
    const stored = await receive(scope, place, incoming);
    countUpload("stored", stored.size);
    return stored;
  } catch (error) {
    const refusal = refusalOf(error);
    countUpload(refusal instanceof AppError ? refusal.code : "internal");
    throw refusal;
  } finally {
    leave();
  }
}

async function receive(
  scope: OwnerScope | VisitorScope,
  place: Place,
  incoming: IncomingFile,
): Promise<UploadedFileJson> {
  const { FILES_MAX_SIZE, FILES_QUOTA } = env();
  const { name: givenName, length } = incoming;
  if (length !== null && length > FILES_MAX_SIZE) throw tooLarge();
  if (length === 0) throw EMPTY;
  const terms = await findUploadTerms(scope, place);
  if (!terms) throw new AppError("not_found");
  if (!terms.isOpen) throw new AppError("not_accepted");
  const kinds = terms.fileKinds ?? [];
  if (kinds.length === 0) throw new AppError("file_kind_not_allowed", { detail: "This site doesn't accept files." });
  if (terms.usedBytes + (length ?? 1) > FILES_QUOTA) throw new AppError("quota_exceeded");
  await using received = await readWhole(incoming, FILES_MAX_SIZE);
  if (received.size === 0) throw EMPTY;
  await using accepted = await acceptFile(received);
  if (!kinds.includes(accepted.group)) throw new AppError("file_kind_not_allowed");
  const { file, mediaType, width, height } = accepted;
  await requireClean(file);
  const name = cleanName(givenName, accepted);
  const { hash, size } = file;
  const storageKey = newKey(hash);
  await storeContent(file, storageKey);
  try {
    const content = { hash, size, storageKey, mediaType, width, height };
    const stored = await storeUpload(scope, { siteId: place.siteId, name, content });
    if (stored.storageKey !== storageKey) await adoptContent({ hash, storageKey: stored.storageKey, copy: storageKey });
    const { id, thumbnails } = stored;
    if (thumbnails === "waiting") wakeWork("thumbnails");
    return toUploadedFileJson({ id, name, mediaType, size, width, height, thumbnails });
  } catch (error) {
    await removeCopy(storageKey);
    throw error;
  }
}

// The response waits for it, so that no message has a file in doubt.
async function requireClean(file: TemporaryFile): Promise<void> {
  const { FILES_SCAN_URL, FILES_SCAN_REQUIRED } = env();
  if (!FILES_SCAN_URL) return;
  const scanned = await scanFile(file.read(), FILES_SCAN_URL);
  countScan(scanned.result);
  if (scanned.result === "clean") return;
  if (scanned.result === "infected") {
    log().warn({ found: scanned.name }, "a file was rejected by the virus scanner");
    throw new AppError("file_rejected");
  }
  log().error({ reason: scanned.reason, stored: FILES_SCAN_REQUIRED === "off" }, "a file could not be scanned");
  if (FILES_SCAN_REQUIRED === "off") return;
  throw new AppError("unavailable", {
    detail: "Files can't be checked for viruses at the moment. Try again later.",
    retryAfter: FULL_RETRY_SECONDS,
  });
}

async function readWhole(incoming: IncomingFile, limit: number): Promise<TemporaryFile> {
  const { stream, signal, end } = watchPace(incoming.read());
  try {
    return await receiveFile(stream, { limit, signal });
  } catch (error) {
    throw signal.reason instanceof TooSlow ? signal.reason : error;
  } finally {
    end();
  }
}

// A storage that doesn't respond may have stored it. The sender doesn't wait for its removal.
async function storeContent(file: TemporaryFile, key: string): Promise<void> {
  try {
    await fileStore().put(file, key);
  } catch (error) {
    const isUnknown = error instanceof StorageError && ["timeout", "unavailable"].includes(error.failure);
    if (isUnknown) void removeCopy(key);
    throw error;
  }
}

// The sweep finds what's left.
async function removeCopy(key: string): Promise<void> {
  await fileStore()
    .remove(key)
    .catch((error: unknown) => logFailure(error, "could not remove a file that wasn't stored"));
}

const EMPTY = new AppError("invalid_request", { detail: "The file is empty." });

function tooLarge(): AppError {
  const { FILES_MAX_SIZE: maxSize } = env();
  const detail = `A file may have at most ${Math.round((maxSize / MEBIBYTE) * 100) / 100} MB (${maxSize} bytes).`;
  return new AppError("payload_too_large", { detail, maxSize });
}

/** Translates what keeps a file from being stored into what its sender sees. Faults of the storage are logged for the operator. */
function refusalOf(error: unknown): unknown {
  if (error instanceof TooSlow) return new AppError("request_timeout");
  if (!(error instanceof StorageError)) return error;
  if (error.failure === "too_large") return tooLarge();
  if (error.failure === "interrupted") return new AppError("invalid_request", { detail: "The file was cut off." });
  if (error.failure === "full") {
    logFailure(error, "a file was refused: the storage or the disk of DATA_DIR has too little space left");
    return new AppError("quota_exceeded", {
      detail: "The service has no space left for files. Its operator has to add some.",
    });
  }
  logFailure(error, "a file was refused: the storage can't be written");
  return new AppError("unavailable", {
    detail: "Files can't be stored at the moment. Try again later.",
    retryAfter: FULL_RETRY_SECONDS,
  });
}
