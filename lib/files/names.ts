import { isBlank } from "#platform/characters.ts";
import { cutText } from "#platform/text.ts";

const NAME_MAX = 120;
// Control characters, line separators, what changes the direction of text, and what separates folders.
const UNWANTED = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff/\\]/gu;

/** Returns a file's name as it's stored and shown: one visible line of at most 120 characters, with its ending kept. */
export function cleanName(given: string): string {
  const plain = given.toWellFormed().replace(UNWANTED, "").trim().replace(/^\.+/, "");
  if (isBlank(plain)) return "file";
  const ending = /\.[^.\s]{1,10}$/u.exec(plain)?.[0] ?? "";
  const most = NAME_MAX - [...ending].length;
  return cutText(plain.slice(0, plain.length - ending.length), most) + ending;
}
