import { codePoints, cutText, withAsciiDigits } from "#platform/characters.ts";
import { plainText } from "#platform/formatted-text/parse.ts";
import type { ExcerptPart } from "../conversations/statements.ts";

const EXCERPT_MAX = 140;
const BEFORE_MATCH = 15;

// Groups of fewer digits aren't joined in `search_fold`.
const PHONE_DIGITS_MIN = 6;

// The characters that `search_fold` in the database removes. If the two differ, a word is found but not highlighted.
const NOT_COMPARED =
  /[\ufe00-\ufe0f\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

// As `search_word` in the database maps them.
const SAME: Record<string, string> = {
  ß: "ss",
  ς: "σ",
  ł: "l",
  ø: "o",
  đ: "d",
  ı: "i",
  ħ: "h",
  ŧ: "t",
  ð: "d",
  æ: "ae",
  œ: "oe",
  þ: "th",
};
const SIGNS: [signs: RegExp, one: string][] = [
  [/[ʼ‘’‛′׳]/g, "'"],
  [/[“”„‟«»″״]/g, '"'],
  [/[‐–—−]/g, "-"],
  [/ٱ/g, "ا"],
  [/[ىی]/g, "ي"],
  [/ک/g, "ك"],
  [/ة/g, "ه"],
  [/ـ/g, ""],
];
const LETTERS = new RegExp(`[${Object.keys(SAME).join("")}]`, "g");

function fold(text: string): string {
  const plain = withAsciiDigits(text).normalize("NFKD").toLowerCase().replace(NOT_COMPARED, "");
  const signed = SIGNS.reduce((folded, [signs, one]) => folded.replace(signs, one), plain);
  return signed.replace(LETTERS, (letter) => SAME[letter] ?? letter);
}

// Quoted words are looked for as they are together. An apostrophe quotes nothing.
const WORD = /(?<!\S)["“”„«»]\s*([^"“”„«»]*[^"“”„«»\s])\s*["“”„«»](?!\S)|\S+/gu;
// It begins with a country's code or a zero. Other groups of digits are words.
const PHONE_NUMBER = /^\(?[+0][\d ().\p{Dash}/]{5,}$/u;

/** Returns the distinct words and quoted texts of a search. All of them have to occur in one text. */
export function searchWords(q: string): string[] {
  const typed = withAsciiDigits(q).trim();
  if (PHONE_NUMBER.test(typed) && typed.replace(/\D/g, "").length >= PHONE_DIGITS_MIN)
    return [typed.replace(/[^+\d]/g, "")];
  const words = Array.from(q.matchAll(WORD), ([word, quoted]) => quoted?.replace(/\s+/gu, " ") ?? word);
  return [...new Set(words)];
}

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

// The next character says whether a mark ends there.
const lengthOfCut = (characters: readonly string[], max: number): number =>
  codePoints(cutText(characters.slice(0, max + 1).join(""), max));

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
  const start = space >= 0 && space < match ? space + 1 : lengthOfCut(characters, earliest);
  const end = start + lengthOfCut(characters.slice(start), EXCERPT_MAX);

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
