import { isoTime } from "#platform/timestamp.ts";
import type { Rating } from "#prisma-client";
import type { Ratable, RatedVia, RatingJson } from "./schema.ts";
import type { RatableRow } from "./statements.ts";

export const toRatable = ({ until, ...row }: RatableRow): Ratable => ({ ...row, until: new Date(until).toISOString() });

export const toRatingJson = ({ closeSeq, score, comment, via, ratedAt, updatedAt }: Rating): RatingJson => ({
  close: closeSeq,
  score,
  ...(comment !== null && { comment }),
  via: via as RatedVia,
  ratedAt: isoTime(ratedAt),
  updatedAt: isoTime(updatedAt),
});
