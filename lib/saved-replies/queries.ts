import { db } from "#platform/database/database.ts";
import type { SavedReply } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";

export type { SavedReply };

/** Returns the workspace's shared replies and the caller's own, by name. */
export function listSavedReplies({ workspaceId, userId }: OwnerScope): Promise<SavedReply[]> {
  return db().savedReply.findMany({
    where: { workspaceId, OR: [{ userId: null }, { userId }] },
    orderBy: [{ nameKey: "asc" }, { id: "asc" }],
  });
}
