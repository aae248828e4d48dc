import { queryPrepared } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";
import { ownRows } from "../access/statements.ts";

/** Someone who conversations may be assigned to. */
export type Teammate = {
  id: string;
  name: string | null;
  email: string;
  /** Null: all sites. */
  siteIds: string[] | null;
  isAvailable: boolean;
};

/** Returns the caller and the colleagues who share a site with them, in the order they joined. */
export const listTeammates = (scope: OwnerScope): Promise<Teammate[]> =>
  queryPrepared<Teammate>(Prisma.sql`
    SELECT u.id, u.name, u.email, m.site_ids::text[] AS "siteIds",
      is_available(now(), m.is_available, m.schedule, m.time_zone) AS "isAvailable"
    FROM members m JOIN users u ON u.id = m.user_id AND u.closed_at IS NULL
    WHERE ${ownRows(scope, Prisma.sql`m`)} AND m.standing = 'active'
      ${scope.siteIds === null ? Prisma.empty : Prisma.sql`AND (m.site_ids IS NULL OR m.site_ids && ${scope.siteIds}::uuid[])`}
    ORDER BY m.created_at, m.user_id`);
