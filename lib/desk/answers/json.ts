import type { AnswerJson } from "./schema.ts";
import type { AnswerRow } from "./statements.ts";

export const toAnswerJson = ({ at, ...answer }: AnswerRow): AnswerJson => ({
  ...answer,
  at: new Date(at).toISOString(),
});
