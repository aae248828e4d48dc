const COLORS = 12;

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Returns the first letters of a name's first and last word, in upper case. Empty if it has none. */
export function avatarInitials(name: string): string {
  if (name === "") return "";
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
  for (let at = 0; at < visitorId.length; at += 1) hash = (Math.imul(hash, 31) + visitorId.charCodeAt(at)) >>> 0;
  return hash % COLORS;
}
