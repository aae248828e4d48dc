import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import { countHits } from "#platform/limits/limiter.ts";
import { headerLine } from "#platform/mail/header-rules.ts";
import type { MailPart } from "#platform/mail-in/parsed-mail.ts";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import type { LeftOut } from "../../desk/messages/schema.ts";
import { FILES_MAX_COUNT } from "../../files/files/file-count.ts";
import { receiveUpload } from "../../files/files/receive-upload.ts";
import { memberUploadHits, uploadHits } from "../../files/files/upload-hits.ts";

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

/** Who sent an email, and on which site. */
type Sender = { scope: OwnerScope | VisitorScope; siteId: string };

/**
 * Uploads an email's files as its sender's own, within the limits of uploads and the site. Returns the ids, and what was left out.
 * Throws what `receiveUpload` throws for another reason, such as a scanner that can't be reached.
 */
export async function storeParts(
  sender: Sender,
  parts: readonly IncomingPart[],
): Promise<{ files: string[]; leftOut: LeftOut[] }> {
  const files: string[] = [];
  const leftOut: LeftOut[] = [];
  for (const part of parts) {
    const reason =
      files.length >= FILES_MAX_COUNT ? "count" : (withoutFile(part) ?? (await storePart(sender, part, files)));
    if (reason) leftOut.push({ name: headerLine(part.name.toWellFormed(), NAME_MAX), size: part.size, reason });
  }
  return { files, leftOut };
}

/** Why a part of an email isn't a file of its message, or null. */
export function withoutFile({
  isQuoted,
  isSignature,
}: Pick<IncomingPart, "isQuoted" | "isSignature">): LeftOut["reason"] | null {
  if (isSignature) return "signature";
  return isQuoted ? "quoted" : null;
}

function isOverLimit({ scope }: Sender): boolean {
  try {
    countHits("userId" in scope ? memberUploadHits(scope) : uploadHits(scope));
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") return true;
    throw error;
  }
}

async function storePart(sender: Sender, part: IncomingPart, files: string[]): Promise<LeftOut["reason"] | null> {
  const { name, size } = part;
  const read = () => ("text" in part ? Readable.from([Buffer.from(part.text)]) : createReadStream(part.path));
  if (isOverLimit(sender)) return "limit";
  try {
    const { id } = await receiveUpload(
      sender.scope,
      { siteId: sender.siteId, clientAddress: null },
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
