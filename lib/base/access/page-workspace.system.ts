import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";

const OF_A_SITE = /^\/(?:inbox|settings\/sites)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\/|$)/i;

/**
 * Returns the workspace that a page's path without one is about: that of the conversation or site it names, if the person
 * may see it, or else the one they've been in the longest. Null if they're in none.
 */
export async function findWorkspaceOfPage(userId: string, path: string): Promise<string | null> {
  const id = OF_A_SITE.exec(path)?.[1] ?? null;
  const [row] = await query<{ workspaceId: string }>(Prisma.sql`
    SELECT m.workspace_id AS "workspaceId" FROM members m
    JOIN workspaces w ON w.id = m.workspace_id AND w.closed_at IS NULL
    LEFT JOIN LATERAL (
      SELECT workspace_id, site_id FROM conversations WHERE id = ${id}::uuid
      UNION ALL SELECT workspace_id, id FROM sites WHERE id = ${id}::uuid
    ) named ON named.workspace_id = m.workspace_id AND (m.site_ids IS NULL OR named.site_id = ANY (m.site_ids))
    WHERE m.user_id = ${userId}::uuid AND m.standing = 'active'
    ORDER BY named.site_id IS NULL, m.created_at, m.workspace_id LIMIT 1`);
  return row?.workspaceId ?? null;
}
