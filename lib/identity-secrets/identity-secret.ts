import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const SECRET_BYTES = 32;

/** A new identity secret. Its text is the key, byte for byte, and says what it is wherever it turns up. */
export const newIdentitySecret = () => `site_inbox_identity_${randomBytes(SECRET_BYTES).toString("hex")}`;

/** Whether a hash proves an id under a secret (contract.md section 4): hex HMAC-SHA256 of the id's UTF-8 bytes. */
export function verifyIdentityHash(secret: string, externalId: string, hash: string): boolean {
  const proof = createHmac("sha256", secret).update(externalId).digest();
  const shown = Buffer.from(hash, "hex");
  return shown.length === proof.length && timingSafeEqual(shown, proof);
}
