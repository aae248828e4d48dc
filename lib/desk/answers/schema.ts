import { z } from "zod";
import { oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { QUESTION_LIMITS } from "../../sites/sites/asked-questions.ts";
import { questionKey } from "../../sites/sites/questions.ts";

const { perSite, answerMax } = QUESTION_LIMITS;
const COUNT = `must be 1 to ${perSite} answers`;

export const AnswersBody = z
  .object({
    answers: z
      .record(questionKey, oneLine(answerMax), "must be an object")
      .refine((answers) => Object.keys(answers).length > 0 && Object.keys(answers).length <= perSite, COUNT)
      .describe("By the `key` of the site's question, each of kind `text`."),
    language: z
      .string()
      .regex(/^[a-z]{2,8}$/, "must be a language code such as en")
      .exactOptional()
      .describe("The language that it was asked in, such as `de`."),
  })
  .meta({ examples: [{ answers: { "order-number": "A-1041" }, language: "en" }] });
export type AnswersBody = z.infer<typeof AnswersBody>;

/** What a visitor answered to a question of their site, as the team sees it. */
export const AnswerJson = z
  .strictObject({
    question: z.string().describe("The question's `key`. The site may have removed it since."),
    label: z.string().describe("What was asked, in the visitor's language."),
    value: z.string(),
    at: dateTime,
  })
  .meta({ id: "Answer" });
export type AnswerJson = z.infer<typeof AnswerJson>;
