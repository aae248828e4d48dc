import { createHmac, timingSafeEqual } from "node:crypto";
import { linkKeys } from "../crypto/keys.ts";

// Of base64url: 132 bits.
const PROOF_LENGTH = 22;
const ENVELOPE_ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{22})$/;

const proofOf = (mailId: string, key: Buffer) =>
  createHmac("sha256", key).update(`envelope ${mailId}`).digest("base64url").slice(0, PROOF_LENGTH);

/** Returns an email's envelope id (RFC 3461). Unlike its Message-ID, which each reply has, only servers on its way see it. */
export const envelopeId = (mailId: string): string => `${mailId}.${proofOf(mailId, linkKeys()[0])}`;

/** Returns the id of the email of ours that has this envelope id, or null. */
export function mailOfEnvelope(text: string | null): string | null {
  const [, mailId = "", proof = ""] = ENVELOPE_ID.exec(text ?? "") ?? [];
  const isOurs = linkKeys().some((key) => {
    const expected = Buffer.from(proofOf(mailId, key));
    return expected.length === Buffer.byteLength(proof) && timingSafeEqual(expected, Buffer.from(proof));
  });
  return isOurs ? mailId : null;
}
