import type { Transaction } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { publishChange } from "../../base/changes/publish-change.ts";
import { storeDeletions } from "../../base/changes/statements.ts";
import { publishSessionEnded } from "../../base/sessions/sessions.system.ts";

/**
 * Closes a workspace for everyone, under its lock: its sites, keys and invitations stop working now, and the erasure of closed
 * accounts deletes the rest. After the commit, its streams end, and those of these people, its visitors and keys.
 */
export async function closeWorkspace(tx: Transaction, workspaceId: string, userIds: string[]): Promise<void> {
  const closed = await tx.query(Prisma.sql`
    UPDATE workspaces SET closed_at = now() WHERE id = ${workspaceId}::uuid AND closed_at IS NULL RETURNING id`);
  if (closed.length === 0) return;
  const sites = await tx.query<{ id: string }>(Prisma.sql`
    UPDATE sites SET closed_at = now(), logo_hash = NULL WHERE workspace_id = ${workspaceId}::uuid RETURNING id`);
  const keys = await tx.query<{ id: string }>(Prisma.sql`
    DELETE FROM api_keys WHERE workspace_id = ${workspaceId}::uuid RETURNING id`);
  await tx.query(Prisma.sql`DELETE FROM invitations WHERE workspace_id = ${workspaceId}::uuid`);
  await tx.query(Prisma.sql`DELETE FROM channels WHERE workspace_id = ${workspaceId}::uuid`);
  await tx.query(Prisma.sql`DELETE FROM telegram_codes WHERE workspace_id = ${workspaceId}::uuid`);
  const siteIds = sites.map(({ id }) => id);
  // Last, so that its time is close to the commit. The workspace's own row says that it was more than a site.
  const ids = [...siteIds, workspaceId];
  await tx.query(
    storeDeletions(Prisma.sql`
      SELECT id, ${workspaceId}::uuid AS workspace_id, id AS site_id, NULL::uuid AS visitor_id FROM unnest(${ids}::uuid[]) AS id`),
  );
  tx.afterCommit(() => {
    publishSessionEnded(keys.map(({ id }) => id));
    for (const siteId of siteIds) publishChange({ kind: "site-deleted", workspaceId, siteId });
    for (const userId of userIds) publishChange({ kind: "access", workspaceId, userId });
  });
}
