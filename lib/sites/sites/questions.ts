import { z } from "zod";
import { oneLine } from "#platform/text.ts";
import { QUESTION_KINDS, QUESTION_LIMITS, QUESTION_TIMES, type QuestionKind } from "./asked-questions.ts";
import { byLanguage } from "./languages.ts";

const { perSite, labelMax } = QUESTION_LIMITS;

export const questionKey = z.string().regex(/^[a-z0-9-]{1,40}$/, "must be 1 to 40 of a to z, 0 to 9 and -");
const label = oneLine(labelMax);

const FIELDS = {
  key: questionKey.describe("Names it in answers. An answer is known by it, whatever the label becomes."),
  label: label.describe("What visitors are asked, in languages that `labels` doesn't have."),
  labels: z.object(byLanguage(label)).exactPartial().describe("The label in these languages of the widget."),
  kind: z
    .enum(QUESTION_KINDS, `must be one of ${QUESTION_KINDS.join(", ")}`)
    .describe(
      "What's asked for. A name, an email and a phone number become the visitor's, as with `PATCH /public/visitor`.",
    ),
  required: z
    .boolean("must be true or false")
    .describe(
      "Whether the visitor has to answer it before their next message in the widget. The API refuses no message.",
    ),
  asked: z
    .enum(QUESTION_TIMES, `must be one of ${QUESTION_TIMES.join(", ")}`)
    .describe("`closed`: only while the site is closed, by its hours."),
};

const isDistinct = (values: readonly string[]) => new Set(values).size === values.length;

/** What a request sets a site's questions to. */
export const Questions = z
  .array(
    z
      .object({
        ...FIELDS,
        labels: FIELDS.labels.default({}),
        kind: FIELDS.kind.default("text"),
        required: FIELDS.required.default(false),
        asked: FIELDS.asked.default("always"),
      })
      .meta({
        examples: [{ key: "order-number", label: "Order number", labels: { de: "Bestellnummer" }, required: true }],
      }),
  )
  .max(perSite, `must be at most ${perSite} questions`)
  .refine((questions) => isDistinct(questions.map(({ key }) => key)), "must not have a key twice")
  .refine(
    (questions) => isDistinct(questions.filter(({ kind }) => kind !== "text").map(({ kind }) => kind)),
    "must not ask for a name, an email or a phone number twice",
  )
  .describe("What visitors are asked after their first message, unless it's known. In their order.");

const Question = z
  .strictObject({ ...FIELDS, labels: z.strictObject(byLanguage(z.string())).exactPartial() })
  .meta({ id: "Question" });
export type Question = z.infer<typeof Question>;

export const QuestionsJson = z
  .array(Question)
  .describe("What visitors are asked after their first message, unless it's known.");

/** A question as a visitor is asked it. */
export const AskedQuestion = z
  .strictObject({
    key: z.string(),
    label: z.string(),
    kind: FIELDS.kind,
    required: FIELDS.required,
    asked: FIELDS.asked,
  })
  .meta({ id: "AskedQuestion" });
export type AskedQuestion = {
  key: string;
  label: string;
  kind: QuestionKind;
  required: boolean;
  asked: Question["asked"];
};
