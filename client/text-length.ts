import { MESSAGE_MAX } from "#lib/desk/messages/message-length.ts";
import { codePoints } from "#platform/characters.ts";

const COUNT_FROM = 3800;

/** Returns how many characters are left once few are, negative if there are too many. Undefined otherwise. */
export function charactersLeft(text: string): number | undefined {
  if (text.length < COUNT_FROM) return undefined;
  const count = codePoints(text);
  return count >= COUNT_FROM ? MESSAGE_MAX - count : undefined;
}
