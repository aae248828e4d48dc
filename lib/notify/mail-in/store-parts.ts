import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { AppError, type ErrorCode } from "#platform/errors.ts";
import { headerLine } from "#platform/mail/header-rules.ts";
import type { MailPart } from "#platform/mail-in/parsed-mail.ts";
import type { VisitorScope } from "../../base/access/scopes.ts";
import type { LeftOut } from "../../desk/messages/schema.ts";
import { FILES_MAX_COUNT } from "../../files/files/file-count.ts";
import { receiveUpload } from "../../files/files/receive-upload.ts";

const NAME_MAX = 200;

/** What keeps a file from being stored, but not the email from becoming a message. */
const REASONS: { [code in ErrorCode]?: LeftOut["reason"] } = {
  file_kind_not_allowed: "kind",
  payload_too_large: "size",
  quota_exceeded: "quota",
  file_rejected: "rejected",
  invalid_request: "unreadable",
};

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
 * Uploads an email's files as the visitor's own, within the site's limits. Returns the ids, and what was left out. Throws what
 * `receiveUpload` throws for another reason, such as a scanner that can't be reached.
 */
export async function storeParts(
  scope: VisitorScope,
  parts: readonly MailPart[],
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

function withoutFile({ isQuoted, isSignature }: MailPart): LeftOut["reason"] | null {
  if (isSignature) return "signature";
  return isQuoted ? "quoted" : null;
}

async function storePart(scope: VisitorScope, part: MailPart, files: string[]): Promise<LeftOut["reason"] | null> {
  const { name, size, path } = part;
  const incoming = { name, length: size, read: () => createReadStream(path) };
  try {
    const { id } = await receiveUpload(scope, { siteId: scope.siteId, clientAddress: null }, incoming);
    files.push(id);
    return null;
  } catch (error) {
    const reason = error instanceof AppError ? REASONS[error.code] : undefined;
    if (!reason) throw error;
    return reason;
  }
}
