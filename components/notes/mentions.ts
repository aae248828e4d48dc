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

type Named = { start: number; end: number; name: string };

/** Yields the names that a note has after an @. Of two names that begin alike, the longer one counts. */
function* namesIn(note: string, teammates: readonly Mentionable[]): Generator<Named> {
  const byLength = teammates.toSorted((one, other) => other.name.length - one.name.length);
  let end = 0;
  for (const { 0: at, index: start } of note.matchAll(/@/g)) {
    const rest = note.slice(start + at.length);
    const named = byLength.find(({ name }) => rest.startsWith(name) && AFTER_NAME.test(rest.slice(name.length)));
    // A name may have an @ in it, as an address does.
    if (!named || start < end) continue;
    end = start + at.length + named.name.length;
    yield { start, end, name: named.name };
  }
}

/** Returns the teammates whose name a note has after an @. */
export function mentionsIn(note: string, teammates: readonly Mentionable[]): string[] {
  const named = new Set([...namesIn(note, teammates)].map(({ name }) => name));
  return teammates.filter(({ name }) => named.has(name)).map(({ id }) => id);
}

/** Splits a note into its mentions, with their @, and the text between them. */
export function splitMentions(note: string, teammates: readonly Mentionable[]) {
  const parts: { at: number; text: string; isMention: boolean }[] = [];
  let at = 0;
  const add = (end: number, isMention: boolean) => {
    if (end > at) parts.push({ at, text: note.slice(at, end), isMention });
    at = end;
  };
  for (const { start, end } of namesIn(note, teammates)) {
    add(start, false);
    add(end, true);
  }
  add(note.length, false);
  return parts;
}

/** Finds teammates by the beginning of a word of their name. */
export function findTeammates(teammates: readonly Mentionable[], query: string): Mentionable[] {
  const wanted = query.trim().toLocaleLowerCase();
  return teammates.filter(({ name }) =>
    [name, ...name.split(/[\s@._-]+/u)].some((word) => word.toLocaleLowerCase().startsWith(wanted)),
  );
}
