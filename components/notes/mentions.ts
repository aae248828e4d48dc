/** Someone of the team, as a note names them. */
export type Mentionable = { id: string; name: string };

/** An @ that asks for teammates, and what's typed after it up to the caret. */
type MentionQuery = { start: number; end: number; query: string };

const AT = /(?:^|[\s(])@([^\n@]{0,40})$/u;
const AFTER_NAME = String.raw`(?![\p{L}\p{N}_])`;

/** Returns the @ before the caret, at the start of the draft or after white space. */
export function findMention(draft: string, caret: number): MentionQuery | undefined {
  const query = AT.exec(draft.slice(0, caret))?.[1];
  return query === undefined ? undefined : { start: caret - query.length - 1, end: caret, query };
}

/** Returns the source of a pattern of the team's names after an @. Of two names that begin alike, the longer one counts. */
export function mentionPattern(teammates: readonly Mentionable[]): string | undefined {
  const names = teammates.map(({ name }) => name).toSorted((one, other) => other.length - one.length);
  const escaped = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  return names.length > 0 ? `@(?:${escaped.join("|")})${AFTER_NAME}` : undefined;
}

/** Returns the teammates whose name a note has after an @. */
export function mentionsIn(note: string, teammates: readonly Mentionable[]): string[] {
  const pattern = mentionPattern(teammates);
  if (pattern === undefined) return [];
  const named = new Set(Array.from(note.matchAll(new RegExp(pattern, "gu")), ([found]) => found.slice(1)));
  return teammates.filter(({ name }) => named.has(name)).map(({ id }) => id);
}

/** Finds teammates by the beginning of a word of their name. */
export function findTeammates(teammates: readonly Mentionable[], query: string): Mentionable[] {
  const wanted = query.trim().toLocaleLowerCase();
  return teammates.filter(({ name }) =>
    [name, ...name.split(/[\s@._-]+/u)].some((word) => word.toLocaleLowerCase().startsWith(wanted)),
  );
}
