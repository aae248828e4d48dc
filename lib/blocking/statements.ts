import { Prisma } from "#prisma-client";

/** Matches the site, in the table `sites`, if it accepts this text from these addresses. */
export const acceptsFrom = (body: string, addressHashes: readonly string[]) => Prisma.sql`
  NOT CASE WHEN cardinality(blocked_forms) = 0 THEN false ELSE says_any(${body}, blocked_forms) END
  AND ${isOpenTo(addressHashes)}`;

/** Matches the site, in the table `sites`, if it blocks none of these. */
export const isOpenTo = (addressHashes: readonly string[]) =>
  addressHashes.length === 0
    ? Prisma.sql`true`
    : Prisma.sql`NOT EXISTS (
      SELECT FROM blocked_addresses b WHERE b.site_id = sites.id AND b.address_hash = ANY(${addressHashes}::text[])
    )`;
