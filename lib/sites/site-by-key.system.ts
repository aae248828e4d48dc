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

/** A site for a visitor who opens its widget. */
export type OpenedSite = PublicSite & {
  /** Whether it accepts visitors from their address. */
  isOpen: boolean;
  /** Whether its settings and its owner's account allow replies to be emailed to visitors. */
  emailsVisitors: boolean;
};

/** Returns the site with this public key, for a visitor at this address. */
export async function findSiteForCaller(publicKey: string, clientAddress: string | null): Promise<OpenedSite | null> {
  if (!isPublicKey(publicKey)) return null;
  const [site] = await queryPrepared<OpenedSite>(Prisma.sql`
    SELECT ${COLUMNS}, ${isOpenTo(hashCallerRanges(publicKey, clientAddress))} AS "isOpen",
      visitor_mails AND EXISTS (
        SELECT FROM workspaces w JOIN users u ON u.id = w.owner_id
        WHERE w.id = sites.workspace_id AND u.email_confirmed_at IS NOT NULL
      ) AS "emailsVisitors"
    FROM sites WHERE public_key = ${publicKey} AND closed_at IS NULL`);
  return site ?? null;
}
