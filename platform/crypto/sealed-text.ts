import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { sealingKeys } from "./keys.ts";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a short text for the database. It can be decrypted for the same `owner` only. */
export function sealText(text: string, owner: string, [key] = sealingKeys()): Buffer<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner));
  const sealed = [cipher.update(text, "utf8"), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]);
}

/** A decrypted text, and whether it was encrypted under the current key. */
export type SealedText = { text: string; isCurrent: boolean };

/** Decrypts what `sealText` returned. Null if no key fits. */
export function openSealed(sealed: Uint8Array, owner: string, keys: Buffer[] = sealingKeys()): SealedText | null {
  for (const [at, key] of keys.entries()) {
    const text = decrypt(sealed, owner, key);
    if (text !== null) return { text, isCurrent: at === 0 };
  }
  return null;
}

function decrypt(sealed: Uint8Array, owner: string, key: Buffer): string | null {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
    return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}
