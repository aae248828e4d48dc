/** Returns the length as the API counts it: in Unicode code points. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const MARK_MAX = 2;

/** Returns at most the first `max` code points of a text, without the half of an emoji, a flag or an accented letter. */
export function cutText(value: string, max: number): string {
  if (value.length <= max) return value;
  const { length } = [...value.slice(0, max * 2)].slice(0, max).join("");
  if (length === value.length) return value;
  const end = graphemes.segment(value.slice(0, length + MARK_MAX)).containing(length)?.index ?? length;
  // A single one may be longer than all that's shown: a letter with hundreds of accents.
  return value.slice(0, end === 0 ? length : end);
}

/** Whether the text has nothing visible, which the API rejects. DI is Default_Ignorable_Code_Point. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}\p{M}\p{DI}\u2800]/u.test(text);
}

/** Returns the text with the digits of all scripts as ASCII ones. Each script has its ten in a row. */
export const withAsciiDigits = (text: string): string => text.normalize("NFKC").replace(/\p{Nd}/gu, digitOf);

function digitOf(digit: string): string {
  const at = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(at - value - 1))) value += 1;
  return String(at < 0x80 ? digit : value);
}
