import { db } from "#platform/database/database.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { onSites } from "../../base/access/where.ts";
import type { MessageParams } from "../messages/schema.ts";

/** Whether a message isn't the caller's own: a visitor's, a teammate's or an automatic one. */
export async function isOthersMessage(
  scope: OwnerScope,
  { conversationId, messageId }: MessageParams,
): Promise<boolean> {
  const where = { id: messageId, conversationId, conversation: onSites(scope), NOT: { senderId: scope.userId } };
  return (await db().message.count({ where })) > 0;
}
