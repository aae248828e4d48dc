import { Prisma } from "#prisma-client";

// They would split a blocked word without being seen: ignorable and formatting characters, and marks around a letter.
const UNSEEN = /[\p{DI}\p{Cf}\p{Me}]/gu;

/** Returns a text without the characters that no one sees, as blocked words are compared. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, "");

/** Matches the site, in the table `sites`, if it accepts this text, without what is unseen, from these addresses. */
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
