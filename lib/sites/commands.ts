import { randomBytes, randomUUIDv7 } from "node:crypto";
import { db } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import type { OwnerScope } from "../access/scopes.ts";
import { publishChange } from "../changes/publish-change.ts";
import { getSite, type Site } from "./queries.ts";
import type { CreateSiteBody, UpdateSiteBody } from "./schema.ts";
import { SITES_MAX } from "./sites-max.ts";

const PUBLIC_KEY_BYTES = 15;
const DELETE_TIMEOUT_MS = 60_000;
const LOCK_TIMEOUT_MS = 5_000;

const newPublicKey = () => `pk_${randomBytes(PUBLIC_KEY_BYTES).toString("hex")}`;

/** Creates a site. Throws `conflict` if the workspace has as many as it may. */
export function createSite(scope: OwnerScope, input: CreateSiteBody): Promise<Site> {
  const { workspaceId } = scope;
  return db().$transaction(async (tx) => {
    // Serializes creations, so that the count is right. Other work on the sites isn't blocked.
    await tx.$queryRaw`SELECT id FROM workspaces WHERE id = ${workspaceId}::uuid FOR NO KEY UPDATE`;
    if ((await tx.site.count({ where: { workspaceId } })) >= SITES_MAX) {
      throw new AppError("conflict", {
        detail: `A workspace may have ${SITES_MAX} sites. Delete one to make another.`,
      });
    }
    const now = new Date();
    const made = { id: randomUUIDv7(), workspaceId, publicKey: newPublicKey(), createdAt: now, updatedAt: now };
    return tx.site.create({ data: { ...made, ...input } });
  });
}

/** Changes the given fields. Without any, nothing changes, `updatedAt` included. Throws `not_found`. */
export async function updateSite(scope: OwnerScope, siteId: string, patch: UpdateSiteBody): Promise<Site> {
  if (Object.keys(patch).length === 0) return getSite(scope, siteId);
  const [site] = await db().site.updateManyAndReturn({
    where: { id: siteId, workspaceId: scope.workspaceId },
    data: { ...patch, updatedAt: new Date() },
  });
  if (!site) throw new AppError("not_found");
  return site;
}

/**
 * Deletes a site with its visitors, conversations and messages. Its public key stops working immediately, and its id
 * is left for the reconciler. Throws `not_found`.
 */
export async function deleteSite(scope: OwnerScope, siteId: string): Promise<void> {
  const deleted = await retryingConflicts(() =>
    db().$transaction(
      async (tx) => {
        // Deleting a site with many messages takes longer than other requests may.
        await tx.$executeRawUnsafe(`SET LOCAL statement_timeout = ${DELETE_TIMEOUT_MS}`);
        await tx.$executeRawUnsafe(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
        const { count } = await tx.site.deleteMany({ where: { id: siteId, workspaceId: scope.workspaceId } });
        // Last, so that its time is close to the commit: the reconciler looks for recent ones.
        await tx.$executeRaw`
          INSERT INTO deletions (id, workspace_id, deleted_at)
          SELECT ${siteId}::uuid, ${scope.workspaceId}::uuid, clock_timestamp() WHERE ${count} > 0`;
        return count;
      },
      { timeout: DELETE_TIMEOUT_MS + LOCK_TIMEOUT_MS },
    ),
  );
  if (deleted === 0) throw new AppError("not_found");
  publishChange({ kind: "site-deleted", workspaceId: scope.workspaceId, siteId });
}
