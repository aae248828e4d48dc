import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownRows } from "../../base/access/statements.ts";

/** The columns of a SavedReply. */
export const SAVED_REPLY_COLUMNS = Prisma.sql`
  r.id, r.workspace_id AS "workspaceId", r.user_id AS "userId", r.name, r.name_key AS "nameKey", r.body,
  r.created_at AS "createdAt", r.updated_at AS "updatedAt"`;

/** Matches the saved replies, `r`, that are shared, and the caller's own. */
export const visibleReplies = (scope: OwnerScope) =>
  Prisma.sql`${ownRows(scope, Prisma.sql`r`)} AND (r.user_id IS NULL OR r.user_id = ${scope.userId}::uuid)`;
