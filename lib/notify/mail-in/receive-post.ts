import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { type IncomingFile, receiveWhole, requireLength, uploading } from "../../files/files/receive-whole.ts";
import { findReplyAddress, type ReplyAddress } from "../../outbox/reply-addresses/addresses.system.ts";
import { possibleTokensIn } from "../../outbox/reply-addresses/token.ts";
import { readMailboxHeader } from "./mailbox-header.ts";
import { readSignedMail } from "./signature.ts";
import { isFull, takeIn } from "./take-in.system.ts";

const HEADER_MAX = 64 * 1024;
const FULL = "Too many emails to this address wait to be read. Keep this one, and send it again later.";
const FULL_SECONDS = 900;

/**
 * Receives an email that a server posts. Nothing of the body is read unless the headers are signed. Throws `conflict`,
 * `unauthenticated`, `payload_too_large`, `unavailable` if too many to its address wait, `invalid_request` if the body isn't the one that
 * was signed, or what an upload throws.
 */
export function receivePost(headers: Headers, file: IncomingFile, clientAddress: string | null) {
  const { envelope, hash } = readSignedMail(headers);
  const limit = env().INBOUND_MAX_SIZE;
  // A server sends many at once, so none has the share of a person.
  return uploading({ senderId: hash, clientAddress, limit }, async () => {
    requireLength(file, limit);
    let address = await findRoom(envelope.to);
    await using raw = await receiveWhole(file, limit);
    if (raw.hash !== hash) {
      throw new AppError("invalid_request", {
        detail: "The body doesn't have the SHA-256 in Mail-Sha256. Send it again.",
      });
    }
    // Some servers name only the mailbox as the recipient.
    address ??= await findRoom(readMailboxHeader(await readStart(raw.path)).recipients);
    const place = createHash("sha256")
      .update(JSON.stringify([envelope.from, envelope.to, raw.hash]))
      .digest();
    return { ...(await takeIn(raw, { source: "post", place, envelope, arrivedAt: null, address })), size: raw.size };
  });
}

/** Finds where an email belongs. Throws `unavailable` if too many wait there. */
async function findRoom(recipients: readonly string[]): Promise<ReplyAddress | null> {
  const address = await findReplyAddress(possibleTokensIn(recipients));
  if (address && (await isFull(address))) throw new AppError("unavailable", { detail: FULL, retryAfter: FULL_SECONDS });
  return address;
}

async function readStart(path: string): Promise<Uint8Array> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(new Uint8Array(HEADER_MAX), 0, HEADER_MAX, 0);
  return buffer.subarray(0, bytesRead);
}
