import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import { pictureUrl } from "../../files/pictures/picture-url.ts";
import { languageOf } from "../../sites/sites/languages.ts";
import { rate } from "./rate.system.ts";
import { readRatingToken } from "./rating-link.ts";
import type { RateByLinkBody, RatingLinkResponse } from "./schema.ts";
import { isOfLink, type RatableRow, ratableByLink } from "./statements.ts";

type Row = { siteName: string; logoHash: string | null; language: string | null; ratable: RatableRow | null };

const ofClose = (close: number) => ratableByLink(Prisma.sql`${close}::int`);

/**
 * Stores the rating of the close that an email's link names. Throws `link_gone` if the link is invalid or has expired, or if its
 * conversation was erased or its visitor blocked, or `rating_closed` after a reopening, unless the close was rated before.
 */
export async function rateByLink({ token, score, comment }: RateByLinkBody): Promise<void> {
  const { conversationId, close } = readRatingToken(token);
  const rated = { close, score, comment, ratable: ofClose(close), via: "email" } as const;
  const until = await rate("rating_link", isOfLink(conversationId), rated);
  if (!until) throw new AppError("link_gone");
}

/** Returns what the page of an email's link shows. Changes nothing. Throws what `rateByLink` throws. */
export async function previewRatingLink(token: string): Promise<RatingLinkResponse> {
  const { conversationId, close } = readRatingToken(token);
  const [row] = await query<Row>(Prisma.sql`
    SELECT site.name AS "siteName", site.logo_hash AS "logoHash", visitor.language, ${ofClose(close)} AS ratable
    FROM conversations c JOIN sites site ON site.id = c.site_id JOIN visitors visitor ON visitor.id = c.visitor_id
    WHERE ${isOfLink(conversationId)}`);
  if (!row) throw new AppError("link_gone");
  const { siteName, logoHash, language, ratable } = row;
  if (!ratable) throw new AppError("rating_closed");
  return {
    siteName,
    ...(logoHash !== null && { logoUrl: pictureUrl(logoHash) }),
    language: languageOf(language),
    ...(ratable.score !== undefined && { score: ratable.score }),
    until: new Date(ratable.until).toISOString(),
  };
}
