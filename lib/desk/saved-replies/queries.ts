import { db } from "#platform/database/database.ts";
import type { SavedReply } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { visibleReplies } from "./where.ts";

export type { SavedReply };

/** Returns the workspace's shared replies and the caller's own, by name. */
export const listSavedReplies = (scope: OwnerScope): Promise<SavedReply[]> =>
  db().savedReply.findMany({ where: visibleReplies(scope), orderBy: [{ nameKey: "asc" }, { id: "asc" }] });

/** Whether a saved reply is the workspace's, and not one person's own. */
export async function isShared(scope: OwnerScope, savedReplyId: string): Promise<boolean> {
  const where = { ...visibleReplies(scope), id: savedReplyId, userId: null };
  return (await db().savedReply.count({ where })) > 0;
}
