export const MESSAGE_MAX = 4000;
const COUNT_FROM = 3800;

/** The length as the API counts it: Unicode code points. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** How many characters are left, once that matters; negative when there are too many. */
export function charactersLeft(text: string): number | undefined {
  if (text.length < COUNT_FROM) return undefined;
  const count = codePoints(text);
  return count >= COUNT_FROM ? MESSAGE_MAX - count : undefined;
}

/** Whether there is anything to read in it; the server refuses what has nothing visible. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u.test(text);
}
