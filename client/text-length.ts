export const MESSAGE_MAX = 4000;
const COUNT_FROM = 3800;

/** Returns the length as the API counts it: in Unicode code points. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Returns how many characters are left once few are, negative if there are too many. Undefined otherwise. */
export function charactersLeft(text: string): number | undefined {
  if (text.length < COUNT_FROM) return undefined;
  const count = codePoints(text);
  return count >= COUNT_FROM ? MESSAGE_MAX - count : undefined;
}

/** Whether the text has nothing visible, which the server rejects. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u.test(text);
}
