import { query } from "#platform/database/database.ts";
import type { VisitorScope } from "../../base/access/scopes.ts";
import { labelIn } from "../../sites/sites/asked-questions.ts";
import type { AskedQuestion, Question } from "../../sites/sites/questions.ts";
import { type KnownRow, knownOf } from "./statements.ts";

/** Returns what a visitor is to be asked, in their language: the questions of their site whose answer isn't known. */
export async function findOpenQuestions(
  scope: VisitorScope,
  questions: readonly Question[],
  language: string | undefined,
): Promise<AskedQuestion[]> {
  if (questions.length === 0) return [];
  const [known] = await query<KnownRow>(knownOf(scope));
  const isOpen = ({ key, kind }: Question) => !(kind === "text" ? known?.answered.includes(key) : known?.[kind]);
  return questions.filter(isOpen).map((question) => ({
    key: question.key,
    label: labelIn(question, language),
    kind: question.kind,
    required: question.required,
    asked: question.asked,
  }));
}
