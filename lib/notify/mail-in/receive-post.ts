import { createHash } from "node:crypto";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { type IncomingFile, receiveWhole, requireLength, uploading } from "../../files/files/receive-whole.ts";
import { readSignedMail } from "./signature.ts";
import { takeIn } from "./take-in.system.ts";

/**
 * Receives an email that a server posts. Nothing of the body is read unless the headers are signed. Throws `conflict`,
 * `unauthenticated`, `payload_too_large`, `invalid_request` if the body isn't the one that was signed, or what an upload throws.
 */
export function receivePost(headers: Headers, file: IncomingFile, clientAddress: string | null) {
  const { envelope, hash } = readSignedMail(headers);
  const limit = env().INBOUND_MAX_SIZE;
  // A server sends many at once, so none has the share of a person.
  return uploading({ senderId: hash, clientAddress, limit }, async () => {
    requireLength(file, limit);
    await using raw = await receiveWhole(file, limit);
    if (raw.hash !== hash) {
      throw new AppError("invalid_request", {
        detail: "The body doesn't have the SHA-256 in Mail-Sha256. Send it again.",
      });
    }
    const place = createHash("sha256")
      .update(JSON.stringify([envelope.from, envelope.to, raw.hash]))
      .digest();
    return { ...(await takeIn(raw, { source: "post", place, envelope, arrivedAt: null })), size: raw.size };
  });
}
