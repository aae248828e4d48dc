import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { wakeWork } from "#platform/jobs/repeated-work.ts";
import { log } from "#platform/log.ts";
import { acceptFile } from "#platform/media/accept-file.ts";
import { countScan } from "#platform/metrics/count.ts";
import { scanFile } from "#platform/scan/scan-file.ts";
import type { TemporaryFile } from "#platform/storage/temporary-file.ts";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import { storeUpload } from "./commands.ts";
import { toUploadedFileJson } from "./json.ts";
import { cleanName } from "./names.ts";
import { findUploadTerms } from "./queries.ts";
import { FULL_RETRY_SECONDS, type IncomingFile, receiveWhole, requireLength, uploading } from "./receive-whole.ts";
import type { UploadedFileJson } from "./schema.ts";
import { storeContent } from "./store-content.ts";

type Place = { siteId: string; clientAddress: string | null };

/**
 * Receives a file for a site, recognizes and cleans it, and stores it until a message names it. What can be refused is refused
 * before the body is read. Throws `payload_too_large`, `invalid_request` if it's empty or cut off, `not_found`,
 * `file_kind_not_allowed`, `file_rejected`, `quota_exceeded`, `request_timeout`, `rate_limited` or `unavailable`.
 */
export function receiveUpload(
  scope: OwnerScope | VisitorScope,
  place: Place,
  incoming: IncomingFile,
): Promise<UploadedFileJson> {
  const senderId = "userId" in scope ? scope.userId : scope.visitorId;
  return uploading({ senderId, clientAddress: place.clientAddress, limit: env().FILES_MAX_SIZE }, () =>
    receive(scope, place, incoming),
  );
}

async function receive(
  scope: OwnerScope | VisitorScope,
  place: Place,
  incoming: IncomingFile,
): Promise<UploadedFileJson> {
  const { FILES_MAX_SIZE, FILES_QUOTA } = env();
  requireLength(incoming, FILES_MAX_SIZE);
  const terms = await findUploadTerms(scope, place);
  if (!terms) throw new AppError("not_found");
  if (!terms.isOpen) throw new AppError("not_accepted");
  const kinds = terms.fileKinds ?? [];
  if (kinds.length === 0) throw new AppError("file_kind_not_allowed", { detail: "This site doesn't accept files." });
  if (terms.usedBytes + (incoming.length ?? 1) > FILES_QUOTA) throw new AppError("quota_exceeded");
  await using received = await receiveWhole(incoming, FILES_MAX_SIZE);
  await using accepted = await acceptFile(received);
  if (!kinds.includes(accepted.group)) throw new AppError("file_kind_not_allowed");
  const { file, mediaType, width, height } = accepted;
  await requireClean(file);
  const name = cleanName(incoming.name, accepted);
  const { id, thumbnails } = await storeContent(file, { mediaType, width, height }, (content) =>
    storeUpload(scope, { siteId: place.siteId, name, content }),
  );
  if (thumbnails === "waiting") wakeWork("thumbnails");
  return toUploadedFileJson({ id, name, mediaType, size: file.size, width, height, thumbnails });
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
