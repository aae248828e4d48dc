import { queryPrepared } from "#platform/database/database.ts";
import { isPublicKey } from "#platform/public-key.ts";
import { Prisma } from "#prisma-client";
import { hashCallerRanges } from "../blocking/address-hashes.ts";
import { isOpenTo } from "../blocking/statements.ts";

/** What anyone may know about a site, and the domain it's meant for. */
export type PublicSite = {
  id: string;
  publicKey: string;
  name: string;
  accentColor: string;
  welcomeMessage: string;
  domain: string | null;
};

const COLUMNS = Prisma.sql`
  id, public_key AS "publicKey", name, accent_color AS "accentColor", welcome_message AS "welcomeMessage", domain`;

/** Returns the site with this public key, or null. */
export async function findSiteByPublicKey(publicKey: string): Promise<PublicSite | null> {
  if (!isPublicKey(publicKey)) return null;
  const [site] = await queryPrepared<PublicSite>(Prisma.sql`
    SELECT ${COLUMNS} FROM sites WHERE public_key = ${publicKey} AND closed_at IS NULL`);
  return site ?? null;
}

/** Returns the site with this public key, and whether it accepts visitors from this address. */
export async function findSiteForCaller(
  publicKey: string,
  clientAddress: string | null,
): Promise<(PublicSite & { isOpen: boolean }) | null> {
  if (!isPublicKey(publicKey)) return null;
  const [site] = await queryPrepared<PublicSite & { isOpen: boolean }>(Prisma.sql`
    SELECT ${COLUMNS}, ${isOpenTo(hashCallerRanges(publicKey, clientAddress))} AS "isOpen"
    FROM sites WHERE public_key = ${publicKey} AND closed_at IS NULL`);
  return site ?? null;
}
