import { plainText } from "#platform/formatted-text/parse.ts";
import type { ExcerptPart } from "../conversations/statements.ts";

const EXCERPT_MAX = 140;
const BEFORE_MATCH = 15;

// The characters that `search_fold` in the database removes. If the two differ, a word is found but not highlighted.
const NOT_COMPARED =
  /[\ufe00-\ufe0f\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

const fold = (text: string) =>
  text.normalize("NFKD").toLowerCase().replace(NOT_COMPARED, "").replaceAll("ß", "ss").replaceAll("ς", "σ");

/** Returns the distinct words of a search. All of them have to occur in one text. */
export const searchWords = (q: string): string[] => [...new Set(q.split(/\s+/u).filter(Boolean))];

/** Returns where the words occur in a one-line text, as character offsets, end excluded. */
function placesOf(characters: readonly string[], words: readonly string[]): [from: number, to: number][] {
  const origins: number[] = [];
  let folded = "";
  for (const [at, character] of characters.entries()) {
    const piece = fold(character);
    folded += piece;
    for (let i = 0; i < piece.length; i += 1) origins.push(at);
  }
  return words
    .map(fold)
    .filter(Boolean)
    .flatMap((word) => {
      const places: [number, number][] = [];
      for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
        // Accents that follow a letter belong to it.
        const next = origins[at + word.length] ?? characters.length;
        places.push([origins[at] ?? 0, Math.max(next, (origins[at + word.length - 1] ?? 0) + 1)]);
      }
      return places;
    })
    .sort(([one], [other]) => one - other);
}

/** Returns the part of a message around its matches, on one line of at most 140 characters and two ellipses. */
export function excerptOf(body: string, words: readonly string[]): ExcerptPart[] {
  const inLine = (text: string) => [...text.replace(/\s+/gu, " ").trim()];
  let characters = inLine(plainText(body));
  let places = placesOf(characters, words);
  if (places.length === 0) {
    // It's in what formatting hides, such as the address of a link.
    characters = inLine(body);
    places = placesOf(characters, words);
  }
  const match = places[0]?.[0] ?? 0;
  // Near the start, because a narrow list shows no more.
  const earliest = Math.max(0, match - BEFORE_MATCH);
  // If words come before the match, start with a whole one.
  const space = earliest > 0 ? characters.indexOf(" ", earliest) : -1;
  const start = space >= 0 && space < match ? space + 1 : earliest;
  const end = Math.min(characters.length, start + EXCERPT_MAX);

  const parts: ExcerptPart[] = start > 0 ? [{ text: "…", isMatch: false }] : [];
  const add = (from: number, to: number, isMatch: boolean) => {
    if (to > from) parts.push({ text: characters.slice(from, to).join(""), isMatch });
  };
  let at = start;
  for (const [from, to] of places) {
    if (from >= end || to <= at) continue;
    add(at, from, false);
    add(Math.max(at, from), Math.min(to, end), true);
    at = Math.min(to, end);
  }
  add(at, end, false);
  if (end < characters.length) parts.push({ text: "…", isMatch: false });
  return parts;
}
