import { z } from "zod";
import { longText } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";

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
    ratedAt: dateTime,
    updatedAt: dateTime.describe("When the visitor last changed it."),
  })
  .meta({ id: "Rating" });
export type RatingJson = z.infer<typeof RatingJson>;
