import { queryPrepared } from "#platform/database/database.ts";
import { isPublicKey } from "#platform/public-key.ts";
import { Prisma } from "#prisma-client";
import { hashCallerRanges } from "../../files/blocking/address-hashes.ts";
import { isOpenTo } from "../../files/blocking/statements.ts";
import { type SiteAppearance, SiteLooks, VisitorsSettings } from "./schema.ts";
import { columnsOf } from "./statements.ts";

/** What anyone may know about a site, and the domain it's meant for. */
export type PublicSite = VisitorsSettings & {
  id: string;
  publicKey: string;
  domain: string | null;
  appearance: SiteAppearance;
  logoHash: string | null;
  /** The name under which its owner replies, null for the site's, and their photo. */
  personName: string | null;
  personPhotoHash: string | null;
  /** How soon visitors usually get a reply, null if that isn't shown. */
  replyMinutes: number | null;
  /** Whether it has texts in some languages. */
  hasWords: boolean;
  fileKinds: string[] | null;
  tagSeenAt: Date | null;
  tagSeenHost: string | null;
};

type Row = Omit<PublicSite, "appearance"> & SiteAppearance;

// In a workspace of one, all replies are that person's.
const ofPerson = (column: Prisma.Sql) => Prisma.sql`
  CASE WHEN reply_name = 'person' THEN (
    SELECT ${column} FROM workspaces w JOIN users u ON u.id = w.owner_id
    WHERE w.id = sites.workspace_id AND w.shared_at IS NULL
  ) END`;

// In SQL for a hot path: each request from a widget.
const COLUMNS = Prisma.sql`
  id, public_key AS "publicKey", domain,
  ${columnsOf(Object.keys({ ...VisitorsSettings.shape, ...SiteLooks.shape }))},
  logo_hash AS "logoHash", ${ofPerson(Prisma.sql`u.name`)} AS "personName",
  ${ofPerson(Prisma.sql`CASE WHEN u.name IS NOT NULL THEN u.photo_hash END`)} AS "personPhotoHash",
  CASE WHEN shows_reply_time THEN reply_minutes END AS "replyMinutes",
  EXISTS (SELECT FROM site_words t WHERE t.site_id = sites.id) AS "hasWords",
  file_kinds AS "fileKinds", tag_seen_at AS "tagSeenAt", tag_seen_host AS "tagSeenHost"`;

const withAppearance = <R extends Row>(row: R | undefined) => row && { ...row, appearance: SiteLooks.parse(row) };

// Usually one look into an index of few rows.
const GREETS = Prisma.sql`EXISTS (SELECT FROM greetings g WHERE g.site_id = sites.id AND g.active)`;

/** Returns the site with this public key, and whether it greets visitors, or null. */
export async function findSiteByPublicKey(publicKey: string): Promise<(PublicSite & { greets: boolean }) | null> {
  if (!isPublicKey(publicKey)) return null;
  const [site] = await queryPrepared<Row & { greets: boolean }>(Prisma.sql`
    SELECT ${COLUMNS}, ${GREETS} AS greets FROM sites WHERE public_key = ${publicKey} AND closed_at IS NULL`);
  return withAppearance(site) ?? null;
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
  const [site] = await queryPrepared<Row & Pick<OpenedSite, "isOpen" | "emailsVisitors">>(Prisma.sql`
    SELECT ${COLUMNS}, ${isOpenTo(hashCallerRanges(publicKey, clientAddress))} AS "isOpen",
      visitor_mails AND EXISTS (
        SELECT FROM workspaces w JOIN users u ON u.id = w.owner_id
        WHERE w.id = sites.workspace_id AND u.email_confirmed_at IS NOT NULL
      ) AS "emailsVisitors"
    FROM sites WHERE public_key = ${publicKey} AND closed_at IS NULL`);
  return withAppearance(site) ?? null;
}
