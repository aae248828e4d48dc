import { Prisma, type SiteHours } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/statements.ts";

/** Whether a site with hours, `h`, is closed. A loop turns it, so once `turns_at` is over, that isn't known. */
export const IS_CLOSED = Prisma.sql`
  (h.closed_since IS NOT NULL AND (h.turns_at IS NULL OR h.turns_at > clock_timestamp()))`;

/** Of site_hours, `h`: StoredHours. */
export const HOURS_COLUMNS = Prisma.sql`
  h.site_id AS "siteId", h.time_zone AS "timeZone", h.windows, h.exceptions, h.closed_from AS "closedFrom",
  h.closed_until AS "closedUntil", h.updated_at AS "updatedAt"`;

export type HoursBefore = Pick<SiteHours, "closedFrom" | "closedUntil" | "closedSince"> & { now: Date };

/** Locks a site, so that changes of its hours come one after the other. In SQL for the lock. */
export const lockSite = (scope: OwnerScope, siteId: string) =>
  Prisma.sql`SELECT s.id FROM sites s WHERE ${ownSite(scope, siteId)} FOR NO KEY UPDATE`;

/**
 * Returns the hours that new ones replace. It's a statement of its own after `lockSite`, so it sees commits made before the
 * lock. In SQL for the database's time.
 */
export const hoursBefore = (scope: OwnerScope, siteId: string) => Prisma.sql`
  SELECT clock_timestamp()::timestamptz(3) AS now, h.closed_from AS "closedFrom", h.closed_until AS "closedUntil",
    CASE WHEN ${IS_CLOSED} THEN h.closed_since END AS "closedSince"
  FROM sites s LEFT JOIN site_hours h ON h.site_id = s.id WHERE ${ownSite(scope, siteId)}`;
