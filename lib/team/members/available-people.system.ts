import { queryPrepared } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { PEOPLE } from "../../base/access/statements.ts";
import { IS_AVAILABLE } from "./statements.ts";

const SHOWN_MAX = 3;

/** A person as visitors see them. */
export type ShownPerson = { name: string; photoHash: string | null };

/**
 * Returns up to three people of a shared workspace who are available now, those with photos first, if the site shows visitors
 * who replies. In SQL because a function of the database says who's available.
 */
export const findAvailablePeople = (siteId: string): Promise<ShownPerson[]> =>
  queryPrepared<ShownPerson>(Prisma.sql`
    SELECT coalesce(m.visitor_name, u.name) AS name, u.photo_hash AS "photoHash"
    FROM (
      SELECT s.id AS site_id, s.workspace_id FROM sites s JOIN workspaces w ON w.id = s.workspace_id
      WHERE s.id = ${siteId}::uuid AND s.reply_name = 'person' AND w.shared_at IS NOT NULL
    ) s CROSS JOIN ${PEOPLE(Prisma.sql`s`)}
    WHERE coalesce(m.visitor_name, u.name) IS NOT NULL AND ${IS_AVAILABLE}
    ORDER BY u.photo_hash IS NULL, m.created_at, m.user_id LIMIT ${SHOWN_MAX}`);
