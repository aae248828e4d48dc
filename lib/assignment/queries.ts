import { queryPrepared } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";
import { ownRows } from "../access/statements.ts";
import type { Schedule } from "../members/schema.ts";

/** Someone who conversations may be assigned to. */
export type Teammate = {
  id: string;
  name: string | null;
  email: string;
  /** Those that the reader has too. Null: all sites. */
  siteIds: string[] | null;
  isAvailable: boolean;
  windows: Schedule["windows"] | null;
  timeZone: string | null;
};

const siteIdsFor = ({ siteIds }: OwnerScope) =>
  siteIds === null
    ? Prisma.sql`m.site_ids::text[]`
    : Prisma.sql`CASE WHEN m.site_ids IS NOT NULL THEN ARRAY(
        SELECT id::text FROM unnest(m.site_ids) AS given (id) WHERE id = ANY (${siteIds}::uuid[])
      ) END`;

/** Returns the caller and the colleagues who share a site with them, in the order they joined. */
export const listTeammates = (scope: OwnerScope): Promise<Teammate[]> =>
  queryPrepared<Teammate>(Prisma.sql`
    SELECT u.id, u.name, u.email, ${siteIdsFor(scope)} AS "siteIds",
      m.is_available AS "isAvailable", m.schedule AS windows, m.time_zone AS "timeZone"
    FROM members m JOIN users u ON u.id = m.user_id AND u.closed_at IS NULL
    WHERE ${ownRows(scope, Prisma.sql`m`)} AND m.standing = 'active'
      ${scope.siteIds === null ? Prisma.empty : Prisma.sql`AND (m.site_ids IS NULL OR m.site_ids && ${scope.siteIds}::uuid[])`}
    ORDER BY m.created_at, m.user_id`);
