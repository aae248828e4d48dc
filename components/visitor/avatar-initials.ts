const COLORS = 12;

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Returns the first letters of a name's first and last word, in upper case. Empty if it has none. */
export function avatarInitials(name: string): string {
  const letters = name
    .split(/\s+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+/u, ""))
    .flatMap((word) => [...characters.segment(word)].slice(0, 1).map(({ segment }) => segment));
  const ends = letters.length > 1 ? [letters.at(0), letters.at(-1)] : letters;
  return ends.join("").toLocaleUpperCase();
}

/** Returns the number of a visitor's color, which stays the same: 0 to 11. */
export function avatarColor(visitorId: string): number {
  let hash = 0;
  for (const character of visitorId) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash % COLORS;
}
