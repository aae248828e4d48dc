import { queryPrepared } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversation } from "../../base/access/statements.ts";
import type { MessageParams } from "../messages/schema.ts";

/** Whether a message isn't the caller's own: a visitor's, a teammate's or an automatic one. */
export async function isOthersMessage(
  scope: OwnerScope,
  { conversationId, messageId }: MessageParams,
): Promise<boolean> {
  const rows = await queryPrepared(Prisma.sql`
    SELECT FROM conversations c JOIN messages m ON m.conversation_id = c.id
    WHERE ${ownConversation(scope, conversationId)} AND m.id = ${messageId}::uuid AND m.sender_id <> ${scope.userId}::uuid`);
  return rows.length > 0;
}
