import { z } from "zod";
import { longText } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { LANGUAGES } from "../../sites/sites/languages.ts";

const COMMENT_MAX = 500;

const score = z.int("must be 1, 2, 3, 4 or 5").min(1, "must be at least 1").max(5, "must be at most 5");
const close = z.int().describe("Which close is rated: the `seq` of its event.");

export const RateBody = z
  .object({
    close: z
      .int("must be a whole number")
      .min(1)
      .max(2_147_483_647)
      .describe("The `close` of the conversation's `ratable`."),
    score: score.describe("1 is the worst, 5 the best."),
    comment: longText(COMMENT_MAX).nullable().default(null).describe("Replaces the one before."),
  })
  .meta({ examples: [{ close: 3, score: 5, comment: "Quick and friendly." }] });
export type RateBody = z.infer<typeof RateBody>;

/** Where a visitor rated. */
export const RATED_VIA = ["widget", "email"] as const;
export type RatedVia = (typeof RATED_VIA)[number];

const token = z
  .string()
  .min(1, "must not be empty")
  .max(500)
  .describe("The part after the # of the link in an email that asks for a rating.");

export const RatingLinkBody = z.object({ token });

export const RateByLinkBody = z
  .object({
    token,
    score: score.describe("1 is the worst, 5 the best."),
    comment: longText(COMMENT_MAX)
      .nullable()
      .exactOptional()
      .describe("Replaces the one before. Left out, that one stays."),
  })
  .meta({ examples: [{ token: "ZmFrZQ.c2lnbmVk", score: 5, comment: "Quick and friendly." }] });
export type RateByLinkBody = z.infer<typeof RateByLinkBody>;

/** What the page of a rating's link shows. It has no text of the conversation, because the email may be forwarded. */
export const RatingLinkResponse = z.strictObject({
  siteName: z.string(),
  logoUrl: z.url().exactOptional(),
  language: z.enum(LANGUAGES).describe("The visitor's, of the widget's languages. English if it isn't known."),
  score: z.int().exactOptional().describe("What the visitor has rated it, 1 to 5."),
  until: dateTime.describe("Until when it can be rated: 30 days after the close, or a day after the first rating."),
});
export type RatingLinkResponse = z.infer<typeof RatingLinkResponse>;

/** What a visitor may rate now, or has rated and may still change. */
export const Ratable = z
  .strictObject({
    close,
    score: z.int().exactOptional().describe("What the visitor has rated it, 1 to 5."),
    comment: z.string().exactOptional(),
    until: dateTime.describe("Until when it can be rated: 14 days after the close, or a day after the first rating."),
  })
  .meta({ id: "Ratable" });
export type Ratable = z.infer<typeof Ratable>;

export const RatingResponse = z.strictObject({ rating: Ratable });

/** A visitor's rating, as the team sees it. */
export const RatingJson = z
  .strictObject({
    close,
    score: z.int().describe("1 is the worst, 5 the best."),
    comment: z.string().exactOptional(),
    via: z.enum(RATED_VIA).describe("Where the visitor gave it: in the widget, or with the link of an email."),
    ratedAt: dateTime,
    updatedAt: dateTime.describe("When the visitor last changed it."),
  })
  .meta({ id: "Rating" });
export type RatingJson = z.infer<typeof RatingJson>;
