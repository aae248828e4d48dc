import { Prisma } from "#prisma-client";
import { queryPrepared } from "../db.ts";

/** What the public may know of a site, and the domain that it is meant for. */
export type PublicSite = {
  id: string;
  publicKey: string;
  name: string;
  accentColor: string;
  welcomeMessage: string;
  domain: string | null;
};

// A key's own form, so that nothing else is ever asked of the database.
const PUBLIC_KEY = /^[\w-]{1,100}$/;

/** The site behind a public key; null for whatever is none. */
export async function findSiteByPublicKey(publicKey: string): Promise<PublicSite | null> {
  if (!PUBLIC_KEY.test(publicKey)) return null;
  const [site] = await queryPrepared<PublicSite>(Prisma.sql`
    SELECT id, public_key AS "publicKey", name, accent_color AS "accentColor", welcome_message AS "welcomeMessage", domain
    FROM sites WHERE public_key = ${publicKey} AND closed_at IS NULL`);
  return site ?? null;
}
