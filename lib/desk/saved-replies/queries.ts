import { query } from "#platform/database/database.ts";
import { Prisma, type SavedReply } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { SAVED_REPLY_COLUMNS, visibleReplies } from "./statements.ts";

export type { SavedReply };

/** Returns the workspace's shared replies and the caller's own, by name. */
export const listSavedReplies = (scope: OwnerScope): Promise<SavedReply[]> =>
  query<SavedReply>(Prisma.sql`
    SELECT ${SAVED_REPLY_COLUMNS} FROM saved_replies r WHERE ${visibleReplies(scope)} ORDER BY r.name_key, r.id`);

/** Whether a saved reply is the workspace's, and not one person's own. */
export async function isShared(scope: OwnerScope, savedReplyId: string): Promise<boolean> {
  const found = await query(Prisma.sql`
    SELECT FROM saved_replies r WHERE r.id = ${savedReplyId}::uuid AND r.user_id IS NULL AND ${visibleReplies(scope)}`);
  return found.length > 0;
}
