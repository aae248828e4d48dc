import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownSite, ownSites } from "../../base/access/statements.ts";
import { columnOf } from "./fields.ts";

/** The columns of these fields, called like them. */
export const columnsOf = (fields: readonly string[]) =>
  Prisma.raw(fields.map((field) => `${columnOf(field)} AS "${field}"`).join(", "));

const SITE_COLUMNS = columnsOf(Object.keys(Prisma.SiteScalarFieldEnum));

/** A SELECT of the workspace's sites, oldest first. In SQL for a hot path: each page of the inbox needs them. */
export const siteRows = (scope: OwnerScope) =>
  Prisma.sql`SELECT ${SITE_COLUMNS} FROM sites s WHERE ${ownSites(scope)} ORDER BY s.created_at, s.id`;

/** Begins what a site does from now on, unless it does already. In SQL for the time, which is compared with others of the database. */
const begin = (since: Prisma.Sql, isOff: Prisma.Sql) => (scope: OwnerScope, siteId: string) =>
  Prisma.sql`
  UPDATE sites s SET ${since} = now() WHERE ${ownSite(scope, siteId)} AND ${isOff}`;

export const startTurns = begin(Prisma.sql`assigns_since`, Prisma.sql`s.assigns_since IS NULL`);
export const startAutoClose = begin(Prisma.sql`auto_close_since`, Prisma.sql`s.auto_close_days IS NULL`);
export const startRatings = begin(Prisma.sql`asks_rating_since`, Prisma.sql`NOT s.asks_rating`);

/** Notes when a site's away text changes, by the database's clock, which messages have. */
export const noteAwayText = (scope: OwnerScope, siteId: string, text: string | null) => Prisma.sql`
  UPDATE sites s SET away_text_at = clock_timestamp()
  WHERE ${ownSite(scope, siteId)} AND s.away_text IS DISTINCT FROM ${text}`;

/** Notes that a site's away text has changed in a language. Messages before that get none in any. */
export const noteAwayWords = (scope: OwnerScope, siteId: string) => Prisma.sql`
  UPDATE sites s SET away_text_at = clock_timestamp() WHERE ${ownSite(scope, siteId)}`;

/** Deletes some of a site's visits, and returns their ids. In SQL for the batches. */
export const deleteSomeVisits = (scope: OwnerScope, siteId: string, max: number) => Prisma.sql`
  DELETE FROM conversation_visits WHERE conversation_id IN (
    SELECT conversation_id FROM conversation_visits
    WHERE site_id = (SELECT s.id FROM sites s WHERE ${ownSite(scope, siteId)})
    LIMIT ${max}
  ) RETURNING conversation_id AS id`;

/** The rows for `storeDeletions` of a deleted site, for the reconciler. */
export const deletedSite = ({ workspaceId }: OwnerScope, siteId: string) => Prisma.sql`
  SELECT ${siteId}::uuid AS id, ${workspaceId}::uuid AS workspace_id, ${siteId}::uuid AS site_id, NULL::uuid AS visitor_id`;
