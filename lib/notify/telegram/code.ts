import { createHmac, randomInt } from "node:crypto";
import { linkKeys } from "#platform/crypto/keys.ts";

// Without the letters that look like digits (Crockford's base 32).
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 8;
const LOOKALIKES: Record<string, string> = { O: "0", I: "1", L: "1" };
// As it's shown, or as a link's /start command brings it.
const MESSAGE = /^(?:\/start\s+)?([\da-z]{4})[- ]?([\da-z]{4})$/i;

/** Creates a code: 40 random bits, for ten minutes. */
export const newCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** Returns the code in a chat's message, as it was created. Null if it isn't one. */
export function readCode(text: string): string | null {
  const [, first = "", second = ""] = MESSAGE.exec(text.trim()) ?? [];
  const code = (first + second).toUpperCase().replace(/[OIL]/g, (letter) => LOOKALIKES[letter] ?? letter);
  return code.length === LENGTH ? code : null;
}

/** Hashes a code for storage with a key, because a code is too short for a plain hash. */
export const hashCode = (code: string): Buffer<ArrayBuffer> =>
  createHmac("sha256", linkKeys()[0]).update(`telegram ${code}`).digest();
