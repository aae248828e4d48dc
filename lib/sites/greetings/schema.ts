import { z } from "zod";
import { oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { byLanguage, LANGUAGES } from "../sites/languages.ts";
import { GREETING_LIMITS, GREETING_TIMES } from "./limits.ts";
import { faultOfPattern } from "./pages.ts";

const { textMax, pagesMax, patternMax, afterMax, positionMax } = GREETING_LIMITS;

export const GreetingParams = z.object({ siteId: uuid, greetingId: uuid });

/** The text of a greeting, in one language. */
export const greetingText = oneLine(textMax);

const pattern = oneLine(patternMax).superRefine((value, context) => {
  const fault = faultOfPattern(value);
  if (fault) context.addIssue({ code: "custom", message: fault, input: value });
});
const seconds = `must be a whole number from 0 to ${afterMax}`;

const FIELDS = {
  name: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, "must be 1 to 40 of a to z, 0 to 9 and -")
    .describe(
      "Unique on the site, for `SiteInbox('greet', name)`. A visitor who has closed a greeting doesn't see one of the same name again.",
    ),
  text: greetingText.describe("What it says, in languages that `texts` doesn't have."),
  texts: z
    .object(byLanguage(greetingText))
    .exactPartial()
    .default({})
    .describe("What it says in these languages of the widget."),
  pages: z
    .array(pattern)
    .max(pagesMax, `must be at most ${pagesMax} pages`)
    .default([])
    .describe(
      "Paths such as `/pricing` or `/pricing*`, where `*` is anything: at the start, at the end, and once between. Fragments such as `#/plans` are compared too, if the pattern has one; queries never are. Empty: all pages.",
    ),
  afterSeconds: z
    .int(seconds)
    .min(0, seconds)
    .max(afterMax, seconds)
    .default(0)
    .describe("How long the visitor has been on such pages."),
  languages: z
    .array(z.enum(LANGUAGES, `must be one of ${LANGUAGES.join(", ")}`))
    .max(LANGUAGES.length)
    .refine((values) => new Set(values).size === values.length, "must not contain a language twice")
    .meta({ uniqueItems: true })
    .default([])
    .describe("Only visitors whose widget has one of these languages. Empty: all."),
  hours: z
    .enum(GREETING_TIMES, `must be one of ${GREETING_TIMES.join(", ")}`)
    .default("any")
    .describe("Only while the site is open, or closed, by its hours. Without hours it's always shown."),
  onlyByName: z.boolean().default(false).describe("Only `SiteInbox('greet', name)` shows it, on any page at once."),
  active: z.boolean().default(true).describe("If false, it isn't shown."),
};

export const CreateGreetingBody = z.object(FIELDS).meta({
  examples: [{ name: "pricing", text: "Questions about our plans?", pages: ["/pricing*"], afterSeconds: 20 }],
});
export type CreateGreetingBody = z.infer<typeof CreateGreetingBody>;

const { texts, pages, afterSeconds, languages, hours, onlyByName, active } = FIELDS;
const position = `must be a whole number from 0 to ${positionMax}`;
export const UpdateGreetingBody = z
  .object({
    name: FIELDS.name,
    text: FIELDS.text,
    texts: texts.unwrap(),
    pages: pages.unwrap(),
    afterSeconds: afterSeconds.unwrap(),
    languages: languages.unwrap(),
    hours: hours.unwrap(),
    onlyByName: onlyByName.unwrap(),
    active: active.unwrap(),
    position: z
      .int(position)
      .min(0, position)
      .max(positionMax, position)
      .describe("Moves it in the list, whose first greeting that's due is shown."),
  })
  .exactPartial()
  .meta({ examples: [{ text: "Questions about our plans or prices?", active: true, position: 0 }] });
export type UpdateGreetingBody = z.infer<typeof UpdateGreetingBody>;

export const GreetingJson = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    text: z.string(),
    texts: z.strictObject(byLanguage(z.string())).exactPartial(),
    pages: z.array(z.string()),
    afterSeconds: z.int(),
    languages: z.array(z.enum(LANGUAGES)),
    hours: z.enum(GREETING_TIMES),
    onlyByName: z.boolean(),
    active: z.boolean(),
    createdAt: dateTime,
    updatedAt: dateTime,
  })
  .meta({ id: "Greeting" });
export type GreetingJson = z.infer<typeof GreetingJson>;

export const GreetingResponse = z.strictObject({ greeting: GreetingJson });
export const GreetingListResponse = z.strictObject({
  greetings: z.array(GreetingJson).describe("In their order: the first that's due is shown."),
});
