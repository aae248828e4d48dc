import { cutText } from "#platform/characters.ts";

const HIDDEN = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const CONTROL = /[\p{Cc}\u2028\u2029]/gu;

/** Returns a visitor's text without characters that could affect the text around it, at most `max` characters long. */
export function plainText(text: string, max: number): string {
  const plain = text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(CONTROL, (character) => (character === "\n" ? "\n" : " "))
    .replace(HIDDEN, "")
    .trim();
  const cut = cutText(plain, max);
  return cut === plain ? plain : `${cutText(plain, max - 1).trimEnd()}…`;
}

/** Returns a text as one line, likewise. */
export const plainLine = (text: string, max: number): string => plainText(text.replace(/\s+/gu, " "), max);
