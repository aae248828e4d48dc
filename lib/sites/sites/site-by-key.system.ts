import { queryPrepared } from "#platform/database/database.ts";
import { isPublicKey } from "#platform/public-key.ts";
import { Prisma } from "#prisma-client";
import { hashCallerRanges } from "../../files/blocking/address-hashes.ts";
import { isOpenTo } from "../../files/blocking/statements.ts";
import { openTimesOf, type StoredHours } from "../hours/rules.ts";
import type { OpenTimes } from "../hours/schema.ts";
import type { Question } from "./questions.ts";
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
  /** When it's open, null if it has no hours. */
  openTimes: OpenTimes | null;
  /** Whether it has texts in some languages. */
  hasWords: boolean;
  fileKinds: string[] | null;
  tagSeenAt: Date | null;
  tagSeenHost: string | null;
};

/** What the script on a site's pages is made of. */
export type SiteOfLoader = Pick<
  PublicSite,
  | "id"
  | "publicKey"
  | "domain"
  | "accentColor"
  | "whenClosed"
  | "appearance"
  | "openTimes"
  | "tagSeenAt"
  | "tagSeenHost"
> & { greets: boolean };

type HoursRow = { [Name in keyof Omit<StoredHours, "siteId" | "updatedAt">]: StoredHours[Name] | null } & {
  hoursUpdatedAt: Date | null;
};
type RowOf<Site> = Omit<Site, "appearance" | "openTimes"> & SiteAppearance & HoursRow;
type Row = RowOf<PublicSite>;

// In a workspace of one, all replies are that person's.
const ofPerson = (column: Prisma.Sql) => Prisma.sql`
  CASE WHEN reply_name = 'person' THEN (
    SELECT ${column} FROM workspaces w JOIN users u ON u.id = w.owner_id
    WHERE w.id = sites.workspace_id AND w.shared_at IS NULL
  ) END`;

const HOURS = Prisma.sql`
  h.time_zone AS "timeZone", h.windows, h.exceptions, h.closed_from AS "closedFrom", h.closed_until AS "closedUntil",
  h.updated_at AS "hoursUpdatedAt"`;

// In SQL for a hot path: each request from a widget.
const COLUMNS = Prisma.sql`
  id, public_key AS "publicKey", domain,
  ${columnsOf(Object.keys({ ...VisitorsSettings.shape, ...SiteLooks.shape }))},
  logo_hash AS "logoHash", ${ofPerson(Prisma.sql`u.name`)} AS "personName",
  ${ofPerson(Prisma.sql`CASE WHEN u.name IS NOT NULL THEN u.photo_hash END`)} AS "personPhotoHash",
  CASE WHEN shows_reply_time THEN reply_minutes END AS "replyMinutes",
  EXISTS (SELECT FROM site_words t WHERE t.site_id = sites.id) AS "hasWords",
  file_kinds AS "fileKinds", tag_seen_at AS "tagSeenAt", tag_seen_host AS "tagSeenHost", ${HOURS}`;

const SITES = Prisma.sql`sites LEFT JOIN site_hours h ON h.site_id = sites.id`;

function publicSite<R extends { id: string } & SiteAppearance & HoursRow>({
  timeZone,
  windows,
  exceptions,
  closedFrom,
  closedUntil,
  hoursUpdatedAt,
  ...row
}: R) {
  const hours = { siteId: row.id, timeZone, windows, exceptions, closedFrom, closedUntil, updatedAt: hoursUpdatedAt };
  return {
    ...row,
    appearance: SiteLooks.parse(row),
    // Computed where it's needed.
    get openTimes() {
      return timeZone === null ? null : openTimesOf(hours as StoredHours);
    },
  };
}

/** Returns the site with this public key, or null. */
export async function findSiteByPublicKey(publicKey: string): Promise<PublicSite | null> {
  if (!isPublicKey(publicKey)) return null;
  const [site] = await queryPrepared<Row>(Prisma.sql`
    SELECT ${COLUMNS} FROM ${SITES} WHERE public_key = ${publicKey} AND closed_at IS NULL`);
  return site ? publicSite(site) : null;
}

// In SQL for the hottest path: each page with the widget. Most sites need no hours there.
const LOADER_COLUMNS = Prisma.sql`
  id, public_key AS "publicKey", domain, accent_color AS "accentColor", when_closed AS "whenClosed",
  ${columnsOf(Object.keys(SiteLooks.shape))}, tag_seen_at AS "tagSeenAt", tag_seen_host AS "tagSeenHost",
  g.greets, ${HOURS}`;

/** Returns what the script on the pages of the site with this public key is made of, or null. */
export async function findSiteOfLoader(publicKey: string): Promise<SiteOfLoader | null> {
  if (!isPublicKey(publicKey)) return null;
  const [site] = await queryPrepared<RowOf<SiteOfLoader>>(Prisma.sql`
    SELECT ${LOADER_COLUMNS} FROM sites
      CROSS JOIN LATERAL (
        SELECT EXISTS (SELECT FROM greetings WHERE site_id = sites.id AND active) AS greets
      ) g
      LEFT JOIN site_hours h ON h.site_id = sites.id AND (g.greets OR when_closed = 'hide')
    WHERE public_key = ${publicKey} AND closed_at IS NULL`);
  return site ? publicSite(site) : null;
}

/** A site for a visitor who opens its widget. */
export type OpenedSite = PublicSite & {
  /** Whether it accepts visitors from their address. */
  isOpen: boolean;
  /** Whether its settings and its owner's account allow replies to be emailed to visitors. */
  emailsVisitors: boolean;
  /** What its visitors are asked. */
  questions: Question[];
};

/** Returns the site with this public key, for a visitor at this address. */
export async function findSiteForCaller(publicKey: string, clientAddress: string | null): Promise<OpenedSite | null> {
  if (!isPublicKey(publicKey)) return null;
  const [site] = await queryPrepared<Row & Pick<OpenedSite, "isOpen" | "emailsVisitors" | "questions">>(Prisma.sql`
    SELECT ${COLUMNS}, ${isOpenTo(hashCallerRanges(publicKey, clientAddress))} AS "isOpen", questions,
      visitor_mails AND EXISTS (
        SELECT FROM workspaces w JOIN users u ON u.id = w.owner_id
        WHERE w.id = sites.workspace_id AND u.email_confirmed_at IS NOT NULL
      ) AS "emailsVisitors"
    FROM ${SITES} WHERE public_key = ${publicKey} AND closed_at IS NULL`);
  return site ? publicSite(site) : null;
}
