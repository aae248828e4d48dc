/** Returns the length as the API counts it: in Unicode code points. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Whether the text has nothing visible, which the API rejects. DI is Default_Ignorable_Code_Point. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}\p{M}\p{DI}\u2800]/u.test(text);
}
