import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import { countHits } from "#platform/limits/limiter.ts";
import { headerLine } from "#platform/mail/header-rules.ts";
import type { MailPart } from "#platform/mail-in/parsed-mail.ts";
import type { VisitorScope } from "../../base/access/scopes.ts";
import type { LeftOut } from "../../desk/messages/schema.ts";
import { FILES_MAX_COUNT } from "../../files/files/file-count.ts";
import { receiveUpload } from "../../files/files/receive-upload.ts";
import { uploadHits } from "../../files/files/upload-hits.ts";

const NAME_MAX = 200;

/** What keeps a file from being stored, but not the email from becoming a message. */
const REASONS: { [code in ErrorCode]?: LeftOut["reason"] } = {
  file_kind_not_allowed: "kind",
  payload_too_large: "size",
  quota_exceeded: "quota",
  file_rejected: "rejected",
  invalid_request: "unreadable",
};

/** A file of an email, or what becomes one. */
export type IncomingPart = MailPart | (Omit<MailPart, "path"> & { text: string });

/** A text that's too long for a message, as a file. */
export const textFile = (text: string): IncomingPart => ({
  name: "message.txt",
  mediaType: "text/plain",
  size: Buffer.byteLength(text),
  text,
  isQuoted: false,
  isSignature: false,
});

/** Returns the SHA-256 of each of an email's files. */
export async function hashParts(parts: readonly MailPart[]): Promise<string[]> {
  const hashes: string[] = [];
  for (const { path } of parts) {
    const hash = createHash("sha256");
    for await (const piece of createReadStream(path)) hash.update(piece);
    hashes.push(hash.digest("hex"));
  }
  return hashes;
}

/**
 * Uploads an email's files as the visitor's own, within the limits of uploads and the site. Returns the ids, and what was left out.
 * Throws what `receiveUpload` throws for another reason, such as a scanner that can't be reached.
 */
export async function storeParts(
  scope: VisitorScope,
  parts: readonly IncomingPart[],
): Promise<{ files: string[]; leftOut: LeftOut[] }> {
  const files: string[] = [];
  const leftOut: LeftOut[] = [];
  for (const part of parts) {
    const reason =
      files.length >= FILES_MAX_COUNT ? "count" : (withoutFile(part) ?? (await storePart(scope, part, files)));
    if (reason) leftOut.push({ name: headerLine(part.name.toWellFormed(), NAME_MAX), size: part.size, reason });
  }
  return { files, leftOut };
}

function withoutFile({ isQuoted, isSignature }: IncomingPart): LeftOut["reason"] | null {
  if (isSignature) return "signature";
  return isQuoted ? "quoted" : null;
}

function isOverLimit(scope: VisitorScope): boolean {
  try {
    countHits(uploadHits(scope));
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") return true;
    throw error;
  }
}

async function storePart(scope: VisitorScope, part: IncomingPart, files: string[]): Promise<LeftOut["reason"] | null> {
  const { name, size } = part;
  const read = () => ("text" in part ? Readable.from([Buffer.from(part.text)]) : createReadStream(part.path));
  if (isOverLimit(scope)) return "limit";
  try {
    const { id } = await receiveUpload(
      scope,
      { siteId: scope.siteId, clientAddress: null },
      { name, length: size, read },
    );
    files.push(id);
    return null;
  } catch (error) {
    const reason = error instanceof AppError ? REASONS[error.code] : undefined;
    if (!reason) throw error;
    return reason;
  }
}
