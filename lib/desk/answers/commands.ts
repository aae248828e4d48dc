import { AppError } from "#platform/errors.ts";
import type { VisitorScope } from "../../base/access/scopes.ts";
import type { ConversationRef } from "../../base/changes/change.ts";
import { changeConversations } from "../../base/changes/change-conversations.system.ts";
import { labelIn } from "../../sites/sites/asked-questions.ts";
import type { Question } from "../../sites/sites/questions.ts";
import type { AnswersBody } from "./schema.ts";
import { type Given, isAnswered, lockAnswering, questionsOf, storeAnswers } from "./statements.ts";

/**
 * Stores what a visitor answers to questions of their site. What they answered before is kept, in whichever conversation. Throws
 * `not_found`, or `invalid_request` for questions that the site doesn't have, or that ask for more than a text.
 */
export async function answerQuestions(scope: VisitorScope, conversationId: string, body: AnswersBody): Promise<void> {
  await changeConversations(scope, isAnswered(conversationId), async (tx, own) => {
    await tx.query(lockAnswering(scope));
    const [site] = await tx.query<{ questions: Question[] }>(questionsOf(own));
    if (!site) throw new AppError("not_found");
    return tx.query<ConversationRef>(storeAnswers(scope, own, givenTo(site.questions, body)));
  });
}

function givenTo(questions: readonly Question[], { answers, language }: AnswersBody): Given[] {
  const byKey = new Map(questions.filter(({ kind }) => kind === "text").map((question) => [question.key, question]));
  return Object.entries(answers).map(([key, value]) => {
    const question = byKey.get(key);
    if (!question) {
      const message = "must name questions of the site of kind text";
      throw new AppError("invalid_request", { errors: [{ path: "answers", message }] });
    }
    return { question: key, label: labelIn(question, language), value };
  });
}
