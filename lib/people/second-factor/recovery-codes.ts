import { createHash, randomBytes } from "node:crypto";
import { plainCode } from "./one-time-codes.ts";

// Crockford's base32: nothing in it looks like something else.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const CODES = 10;
const CHARACTERS = 16;

/** Returns ten new codes of 80 bits each, such as `4kq9-x07d-mnvp-2w3e`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: CODES }, newCode);

function newCode(): string {
  const characters = Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return characters.join("").replace(/.{4}(?=.)/g, "$&-");
}

const canonical = (code: string) => plainCode(code).toLowerCase().replace(/o/g, "0").replace(/[il]/g, "1");

/** Hashes a code for storage, however it's typed. It's random, so one round is enough. */
export const hashOfRecoveryCode = (userId: string, code: string): Buffer<ArrayBuffer> =>
  createHash("sha256")
    .update(`${userId} ${canonical(code)}`)
    .digest();
