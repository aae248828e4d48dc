import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const SECRET_BYTES = 32;

/** Creates an identity secret. Its text is the key, byte for byte, with a prefix that secret scanners recognize. */
export const newIdentitySecret = () => `site_inbox_identity_${randomBytes(SECRET_BYTES).toString("hex")}`;

/**
 * Verifies that a hash proves an id under a secret (contract.md section 4): hex HMAC-SHA256 of the id's UTF-8 bytes.
 */
export function verifyIdentityHash(secret: string, externalId: string, hash: string): boolean {
  const proof = createHmac("sha256", secret).update(externalId).digest();
  const shown = Buffer.from(hash, "hex");
  return shown.length === proof.length && timingSafeEqual(shown, proof);
}
