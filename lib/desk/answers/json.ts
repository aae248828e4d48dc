import type { AnswerJson } from "./schema.ts";
import type { AnswerRow } from "./statements.ts";

/** Returns answers, oldest first. Of the same moment, they are in the order of their questions. */
export const toAnswersJson = (rows: readonly AnswerRow[]): AnswerJson[] =>
  rows
    .map(({ at, ...answer }) => ({ ...answer, at: new Date(at).toISOString() }))
    .toSorted((one, other) => (one.at + one.question < other.at + other.question ? -1 : 1));
