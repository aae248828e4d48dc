/** A part of a draft that has to be filled in before it's sent. */
export type Blank = { name: string; start: number; end: number };

const BLANK = /\{\{\?\s*([^{}\n]*[^{}\s])\s*\}\}/g;

/** Returns the blanks of a draft in their order. */
export const findBlanks = (draft: string): Blank[] =>
  [...draft.matchAll(BLANK)].map(({ 0: marked, 1: name = "", index }) => ({
    name,
    start: index,
    end: index + marked.length,
  }));
