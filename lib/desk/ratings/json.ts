import { isoTime } from "#platform/timestamp.ts";
import type { Rating } from "#prisma-client";
import type { Ratable, RatingJson } from "./schema.ts";
import type { RatableRow } from "./statements.ts";

export const toRatable = ({ until, ...row }: RatableRow): Ratable => ({ ...row, until: new Date(until).toISOString() });

export const toRatingJson = ({ closeSeq, score, comment, ratedAt, updatedAt }: Rating): RatingJson => ({
  close: closeSeq,
  score,
  ...(comment !== null && { comment }),
  ratedAt: isoTime(ratedAt),
  updatedAt: isoTime(updatedAt),
});
