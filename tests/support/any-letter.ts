import fc from "fast-check";

const SURROGATES_FROM = 0xd800;
const SURROGATES = 0x800;
const LAST = 0x10ffff;

/** Any code point but half of a pair, as fast-check's own "binary", which takes each process a second to set up. */
export const anyLetter = fc.integer({ min: 0, max: LAST - SURROGATES }).map(
  (nth) => String.fromCodePoint(nth < SURROGATES_FROM ? nth : nth + SURROGATES),
  // Lets fast-check mix in words that are often a problem, such as "__proto__".
  (text) => {
    const [letter, ...more] = typeof text === "string" ? text : "";
    const code = letter?.codePointAt(0);
    if (code === undefined || more.length > 0) throw new Error("this isn't one letter");
    return code < SURROGATES_FROM ? code : code - SURROGATES;
  },
);
