import { createHash, randomBytes } from "node:crypto";

const PREFIX = "sik_";
const KEY_BYTES = 32;
const KEY = /^sik_[\w-]{43}$/;
const HINT_LETTERS = 4;

/** Hashes a key for storage. It has 256 random bits, so a plain hash is enough. */
export const hashApiKey = (key: string): Buffer<ArrayBuffer> => createHash("sha256").update(key).digest();

/** Creates an API key. Only its hash and hint are stored. */
export function newApiKey(): { key: string; hash: Buffer<ArrayBuffer>; hint: string } {
  const key = PREFIX + randomBytes(KEY_BYTES).toString("base64url");
  return { key, hash: hashApiKey(key), hint: key.slice(-HINT_LETTERS) };
}

/** Checks the format, so that nothing else is ever looked up. */
export const isApiKey = (text: string): boolean => KEY.test(text);
