/** A slash that asks for saved replies, and what's typed after it up to the caret. */
export type SlashQuery = { start: number; end: number; query: string };

const SLASH = /(?:^|\s)\/((?:[^\s/][^\n/]{0,39})?)$/u;

/** Returns the slash before the caret, at the start of the draft or after white space. */
export function findSlash(draft: string, caret: number): SlashQuery | undefined {
  const query = SLASH.exec(draft.slice(0, caret))?.[1];
  return query === undefined ? undefined : { start: caret - query.length - 1, end: caret, query };
}
