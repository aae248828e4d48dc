import { mintOwnerScope, type OwnerScope } from "#lib/access/scopes.ts";
import { peopleWithAccess } from "#lib/access/statements.ts";
import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";

type Row = { userId: string; workspaceId: string; ownerId: string };

/**
 * Admits the person behind a connected Telegram chat to a conversation, by the access they have now. Null if they have
 * none, or if the chat was disconnected. The channel is their session.
 */
export async function ownerOfTelegramReply({
  channelId,
  conversationId,
}: {
  channelId: string;
  conversationId: string;
}): Promise<OwnerScope | null> {
  const [row] = await query<Row>(Prisma.sql`
    SELECT u.id AS "userId", w.id AS "workspaceId", w.owner_id AS "ownerId"
    FROM channels ch JOIN users u ON u.id = ch.user_id, conversations c JOIN workspaces w ON w.id = c.workspace_id
    WHERE ch.id = ${channelId}::uuid AND ch.stopped_at IS NULL AND ch.workspace_id = c.workspace_id
      AND c.id = ${conversationId}::uuid
      AND ${peopleWithAccess(Prisma.sql`c`)}`);
  return row ? mintOwnerScope({ ...row, sessionId: channelId, access: "write", tokenEndsAt: null }) : null;
}
