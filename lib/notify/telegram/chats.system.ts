import { cutText } from "#platform/characters.ts";
import { query, transaction } from "#platform/database/database.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import { isMember } from "../../base/access/statements.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { hashAddress, sealAddress } from "../../outbox/channels/address.ts";
import { hashCode } from "./code.ts";

/** A private chat with the bot, and what Telegram calls the person. */
export type TelegramChat = { id: number; name: string };

const NAME_MAX = 60;

const ofChat = (chatId: number) => Prisma.sql`
  ch.address_hash = ${hashAddress("telegram", { chatId })} AND ch.kind = 'telegram' AND ch.stopped_at IS NULL`;

type Connected = { email: string; workspaceId: string };

/**
 * Connects a chat to the person the code was created for, for alerts of one workspace. The code works once. Null if it's
 * invalid by now, or if the person no longer has access to the workspace.
 */
export async function connectChat({ id: chatId, name }: TelegramChat, code: string): Promise<Connected | null> {
  return transaction(async (tx) => {
    const [person] = await tx.query<Connected & { userId: string }>(Prisma.sql`
      WITH code AS (
        DELETE FROM telegram_codes WHERE code_hash = ${hashCode(code)} RETURNING user_id, workspace_id, expires_at
      )
      SELECT u.id AS "userId", u.email, code.workspace_id AS "workspaceId"
      FROM code JOIN users u ON u.id = code.user_id AND u.closed_at IS NULL AND ${isMember(Prisma.sql`code`)}
      WHERE code.expires_at > now()`);
    if (!person) return null;
    const { userId, workspaceId } = person;
    const hash = hashAddress("telegram", { chatId });
    const [known] = await tx.query<{ id: string }>(Prisma.sql`
      SELECT id FROM channels
      WHERE user_id = ${userId}::uuid AND workspace_id = ${workspaceId}::uuid AND address_hash = ${hash} FOR UPDATE`);
    const id = known?.id ?? newId();
    await tx.query(Prisma.sql`
      INSERT INTO channels (id, user_id, workspace_id, kind, name, address, address_hash, created_at, updated_at)
      VALUES (${id}::uuid, ${userId}::uuid, ${workspaceId}::uuid, 'telegram', ${cutText(name, NAME_MAX)},
        ${sealAddress("telegram", { chatId }, id)}, ${hash}, now(), now())
      ON CONFLICT (id) DO UPDATE SET
        address = excluded.address, stopped_at = NULL, stop_reason = NULL, updated_at = excluded.updated_at`);
    tx.afterCommit(() => publishChange({ kind: "settings", workspaceId, about: "account" }));
    return { email: person.email, workspaceId };
  });
}

/** Stops all alerts to a chat, for all people and workspaces it's connected for. Returns whether there were any. */
export async function disconnectChat(chatId: number): Promise<boolean> {
  const stopped = await query<{ workspaceId: string }>(Prisma.sql`
    UPDATE channels ch SET stopped_at = now(), stop_reason = 'unlinked', updated_at = now()
    FROM workspaces w WHERE ${ofChat(chatId)} AND w.id = ch.workspace_id
    RETURNING w.id AS "workspaceId"`);
  for (const { workspaceId } of stopped) publishChange({ kind: "settings", workspaceId, about: "account" });
  return stopped.length > 0;
}

/** The conversation that a message in a chat is about, through the channel that it came by. */
export type ChatTopic = {
  channelId: string;
  conversationId: string;
  isBlocked: boolean;
  /** The last message that the alert shows. Null if it isn't one, or is from before this was stored. */
  alertSeq: number | null;
};

/** Returns what a message in a chat is about: null if that's unknown. Undefined if the chat isn't connected at all. */
export async function findTopic(chatId: number, messageId: number | null): Promise<ChatTopic | null | undefined> {
  const [row] = await query<Omit<ChatTopic, "conversationId"> & { conversationId: string | null }>(Prisma.sql`
    SELECT ch.id AS "channelId", m.conversation_id AS "conversationId", v.blocked_at IS NOT NULL AS "isBlocked",
      m.alert_seq AS "alertSeq"
    FROM channels ch
    LEFT JOIN telegram_messages m ON m.channel_id = ch.id AND m.message_id = ${messageId}::bigint
    LEFT JOIN conversations c ON c.id = m.conversation_id
    LEFT JOIN visitors v ON v.id = c.visitor_id
    WHERE ${ofChat(chatId)}
    ORDER BY m.message_id IS NULL LIMIT 1`);
  if (!row) return undefined;
  const { conversationId, ...rest } = row;
  return conversationId === null ? null : { ...rest, conversationId };
}

/** Whether a message in a chat is a reply that was stored. */
export async function isStoredReply(chatId: number, messageId: number): Promise<boolean> {
  const rows = await query(Prisma.sql`
    SELECT m.message_id FROM channels ch JOIN telegram_messages m ON m.channel_id = ch.id
    WHERE ${ofChat(chatId)} AND m.message_id = ${messageId}::bigint AND m.seq IS NOT NULL`);
  return rows.length > 0;
}
