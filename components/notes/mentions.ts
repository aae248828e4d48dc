/** Someone of the team, as a note names them. */
export type Mentionable = { id: string; name: string };

/** An @ that asks for teammates, and what's typed after it up to the caret. */
type MentionQuery = { start: number; end: number; query: string };

const AT = /(?:^|[\s(])@([^\n@]{0,40})$/u;
const AFTER_NAME = /^(?![\p{L}\p{N}_])/u;

/** Returns the @ before the caret, at the start of the draft or after white space. */
export function findMention(draft: string, caret: number): MentionQuery | undefined {
  const query = AT.exec(draft.slice(0, caret))?.[1];
  return query === undefined ? undefined : { start: caret - query.length - 1, end: caret, query };
}

/** Returns the teammates whose name a note has after an @. Of two names that begin alike, the longer one counts. */
export function mentionsIn(note: string, teammates: readonly Mentionable[]): string[] {
  const byLength = teammates.toSorted((one, other) => other.name.length - one.name.length);
  const found = new Set<string>();
  for (const { 0: at, index } of note.matchAll(/@/g)) {
    const rest = note.slice(index + at.length);
    const named = byLength.find(({ name }) => rest.startsWith(name) && AFTER_NAME.test(rest.slice(name.length)));
    for (const { id, name } of teammates) if (named?.name === name) found.add(id);
  }
  return [...found];
}

/** Finds teammates by the beginning of a word of their name. */
export function findTeammates(teammates: readonly Mentionable[], query: string): Mentionable[] {
  const wanted = query.trim().toLocaleLowerCase();
  return teammates.filter(({ name }) =>
    [name, ...name.split(/[\s@._-]+/u)].some((word) => word.toLocaleLowerCase().startsWith(wanted)),
  );
}
