import { Prisma } from "#prisma-client";

// They would split a blocked word without being seen: ignorable and formatting characters, and marks around a letter.
const UNSEEN = /[\p{DI}\p{Cf}\p{Me}]/gu;

// No word contains it, so none is found across the two spellings of a text.
const BETWEEN = " \uE000 ";

const withDot = (text: string): string => text.replaceAll("ı", "i");

/** Returns a blocked word as it's compared: without the characters that no one sees, and with i for ı. */
export const comparedWord = (word: string): string => withDot(word.replace(UNSEEN, ""));

/**
 * Returns a text as blocked words are compared with it. If it contains ı, it's compared in both spellings, because
 * earlier versions stored words as they're spelled.
 */
export function comparedText(text: string): string {
  const seen = text.replace(UNSEEN, "");
  return seen.includes("ı") ? seen + BETWEEN + withDot(seen) : seen;
}

/** Matches the site, in the table `sites`, if it accepts this text, as `comparedText` returns it, from these addresses. */
export const acceptsFrom = (compared: string, addressHashes: readonly string[]) => Prisma.sql`
  NOT CASE WHEN cardinality(blocked_forms) = 0 THEN false ELSE says_any(${compared}, blocked_forms) END
  AND ${isOpenTo(addressHashes)}`;

/** Matches the site, in the table `sites`, if it blocks none of these. */
export const isOpenTo = (addressHashes: readonly string[]) =>
  addressHashes.length === 0
    ? Prisma.sql`true`
    : Prisma.sql`NOT EXISTS (
      SELECT FROM blocked_addresses b WHERE b.site_id = sites.id AND b.address_hash = ANY(${addressHashes}::text[])
    )`;
