import { Prisma } from "#prisma-client";

/** The site, of the table `sites`, refuses neither this text nor anybody from these addresses. */
export const acceptsFrom = (body: string, addressHashes: readonly string[]) => Prisma.sql`
  NOT CASE WHEN cardinality(blocked_forms) = 0 THEN false ELSE says_any(${body}, blocked_forms) END
  AND ${isOpenTo(addressHashes)}`;

/** The site, of the table `sites`, has blocked none of these. */
export const isOpenTo = (addressHashes: readonly string[]) =>
  addressHashes.length === 0
    ? Prisma.sql`true`
    : Prisma.sql`NOT EXISTS (
      SELECT FROM blocked_addresses b WHERE b.site_id = sites.id AND b.address_hash = ANY(${addressHashes}::text[])
    )`;
