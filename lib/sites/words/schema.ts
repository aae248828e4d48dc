import { z } from "zod";
import { oneLine } from "#platform/text.ts";
import { uuid } from "#platform/uuid.ts";
import { SITE_SETTINGS } from "../sites/fields.ts";
import { byLanguage, LANGUAGES } from "../sites/languages.ts";

const REPLY_TIME_TEXT_MAX = 120;

export const WordsParams = z.object({
  siteId: uuid,
  language: z.enum(LANGUAGES, `must be one of ${LANGUAGES.join(", ")}`),
});

const { welcomeMessage, starterQuestions, awayText } = SITE_SETTINGS;

/** A site's texts in one language. */
const TEXTS = {
  welcomeMessage: welcomeMessage.schema,
  starterQuestions: starterQuestions.schema.min(1, "must have a question, or be null"),
  awayText: awayText.schema.unwrap(),
  replyTimeText: oneLine(REPLY_TIME_TEXT_MAX),
};

export const PutWordsBody = z
  .object({
    welcomeMessage: TEXTS.welcomeMessage.nullable(),
    starterQuestions: TEXTS.starterQuestions.nullable(),
    awayText: TEXTS.awayText.nullable(),
    replyTimeText: TEXTS.replyTimeText.nullable(),
  })
  .exactPartial()
  .meta({ examples: [{ welcomeMessage: "Hallo! Wie können wir helfen?", starterQuestions: null }] });
export type PutWordsBody = z.infer<typeof PutWordsBody>;

/** What's null in the table is absent. */
export const WordsJson = z
  .strictObject({
    welcomeMessage: z.string(),
    starterQuestions: z.array(z.string()),
    awayText: z.string(),
    replyTimeText: z.string(),
  })
  .exactPartial()
  .meta({ id: "SiteWords" });
export type WordsJson = z.infer<typeof WordsJson>;

export const WordsResponse = z.strictObject({
  words: z
    .strictObject(byLanguage(WordsJson))
    .exactPartial()
    .describe("By language. Where there's no text, visitors get the site's own."),
});
export type WordsOfSite = z.infer<typeof WordsResponse>["words"];
