import { createHash } from "node:crypto";
import { type Transaction, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import { activeSite, notBlocked, ownSite } from "../../base/access/statements.ts";
import { kindOf } from "./rules.ts";
import { type NewContent, storeContentRow, type Thumbnails, usedBytes } from "./statements.ts";

export type StoredUpload = { id: string; storageKey: string; thumbnails: Thumbnails };

// An immediate thumbnail reveals that a content was stored before, so only one workspace or visitor shares it.
const sharedHash = (scope: OwnerScope | VisitorScope, hash: string): string =>
  createHash("sha256")
    .update(`${"userId" in scope ? scope.workspaceId : scope.visitorId} ${hash}`)
    .digest("hex");

/**
 * Stores an upload, and its content unless the team, or the visitor, has stored the same one already: `storageKey` says where it is. Throws `not_found` if
 * the caller may no longer upload to the site, or `quota_exceeded`.
 */
export function storeUpload(
  scope: OwnerScope | VisitorScope,
  { siteId, name, content }: { siteId: string; name: string; content: NewContent },
): Promise<StoredUpload> {
  return retryingConflicts(() =>
    transaction(async (tx) => {
      const { workspaceId, used } = await lockForUpload(scope, siteId, tx);
      if (used + content.size > env().FILES_QUOTA) throw new AppError("quota_exceeded");
      const uploader =
        "userId" in scope
          ? Prisma.sql`NULL::uuid, ${scope.userId}::uuid`
          : Prisma.sql`${scope.visitorId}::uuid, NULL::uuid`;
      const thumbnails = kindOf({ ...content, thumbnails: "none" }) === "image" ? "waiting" : "none";
      const [stored] = await tx.query<StoredUpload>(Prisma.sql`
        WITH content AS (
          ${storeContentRow({ ...content, hash: sharedHash(scope, content.hash) }, thumbnails)}
        ), file AS (
          INSERT INTO files (id, workspace_id, site_id, visitor_id, user_id, hash, name, size)
          SELECT ${newId()}::uuid, ${workspaceId}::uuid, ${siteId}::uuid, ${uploader}, content.hash, ${name}, ${content.size} FROM content
          RETURNING id
        )
        SELECT file.id, content.storage_key AS "storageKey", content.thumbnails FROM file, content`);
      if (!stored) throw new AppError("not_found");
      return stored;
    }),
  );
}

// One upload at a time counts what the workspace's files take. An erasure of the visitor that's under way is waited for.
async function lockForUpload(
  scope: OwnerScope | VisitorScope,
  siteId: string,
  tx: Transaction,
): Promise<{ workspaceId: string; used: number }> {
  const mayUpload =
    "userId" in scope
      ? ownSite(scope, siteId)
      : Prisma.sql`s.id IN (SELECT id FROM sites WHERE ${activeSite(scope)}) AND ${notBlocked(scope)}
          AND NOT EXISTS (SELECT FROM deletions WHERE deletions.id = ${scope.visitorId}::uuid)`;
  if ("visitorId" in scope) {
    await tx.query(Prisma.sql`SELECT FROM visitors WHERE id = ${scope.visitorId}::uuid FOR KEY SHARE`);
  }
  await tx.query(Prisma.sql`
    SELECT FROM workspaces WHERE id IN (SELECT s.workspace_id FROM sites s WHERE ${mayUpload}) FOR NO KEY UPDATE`);
  const [locked] = await tx.query<{ workspaceId: string; used: number }>(Prisma.sql`
    SELECT s.workspace_id AS "workspaceId", ${usedBytes(Prisma.sql`s.workspace_id`)} AS used FROM sites s WHERE ${mayUpload}`);
  if (!locked) throw new AppError("not_found");
  return locked;
}
