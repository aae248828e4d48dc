import { query } from "#platform/database/database.ts";
import { env } from "#platform/env.ts";
import { messageId } from "#platform/mail/header-rules.ts";
import { Prisma } from "#prisma-client";
import { PERSON_NAME } from "../../../base/access/statements.ts";
import { hashOfAddress } from "../../../outbox/mail-queue/visitor-statements.ts";
import type { QuotedMessage } from "../templates/quoted-message.ts";
import { FILES_OF_MESSAGE, NAME_FOR_VISITORS } from "./conversation-mail.system.ts";

const HISTORY_MAX = 5;
const EARLIER_MAX = 9;

type EarlierMessage = QuotedMessage & { senderType: "visitor" | "owner" };
type Before = { id: string; from: number | null };

/** Returns the last messages before a conversation's message `from`, oldest first, for an email to the team. */
export function listEarlier(before: Before): Promise<EarlierMessage[]> {
  const name = Prisma.sql`(SELECT ${PERSON_NAME} FROM users u WHERE u.id = messages.sender_id)`;
  return listBefore(before, { which: Prisma.sql`messages.sender_type IN ('visitor', 'owner')`, name });
}

/**
 * Returns the last replies before a conversation's message `from`, oldest first, for an email to the visitor. An address that isn't
 * confirmed may be someone else's, so it only gets what was emailed there before. That's known of emails that can be replied to.
 */
export function listEarlierReplies(
  before: Before,
  { email, isConfirmed }: { email: string; isConfirmed: boolean },
): Promise<EarlierMessage[]> {
  const which = Prisma.sql`messages.sender_type = 'owner' AND (${isConfirmed} OR EXISTS (
    SELECT FROM reply_addresses r
    WHERE r.conversation_id = c.id AND r.user_id IS NULL AND r.email_hash = ${hashOfAddress(email)} AND messages.seq BETWEEN r.seen_from AND r.seen_seq
  ))`;
  return listBefore(before, { which, name: NAME_FOR_VISITORS });
}

async function listBefore(
  { id, from }: Before,
  { which, name }: { which: Prisma.Sql; name: Prisma.Sql },
): Promise<EarlierMessage[]> {
  if (from === null || from <= 1) return [];
  const rows = await query<EarlierMessage>(Prisma.sql`
    SELECT messages.body, messages.created_at AS "createdAt", messages.sender_type AS "senderType", ${FILES_OF_MESSAGE} AS files,
      CASE WHEN messages.sender_type = 'owner' THEN ${name} END AS "senderName"
    FROM messages JOIN conversations c ON c.id = messages.conversation_id
    WHERE c.id = ${id}::uuid AND messages.seq < ${from} AND messages.deleted_at IS NULL AND ${which}
    ORDER BY messages.seq DESC LIMIT ${HISTORY_MAX}`);
  return rows.reverse();
}

/** Returns the Message-IDs of the last emails that a conversation's visitor got or sent about it, oldest first. */
export async function listThread(conversationId: string): Promise<string[]> {
  const rows = await query<{ sentId: string | null; headerId: string | null; at: Date }>(Prisma.sql`
    SELECT m.id AS "sentId", NULL AS "headerId", m.sent_at AS at FROM mails m
    WHERE m.conversation_id = ${conversationId}::uuid AND m.kind = 'visitor_answer' AND m.status = 'sent'
    UNION ALL
    SELECT NULL, mm.header_id, r.created_at FROM received_mails r JOIN message_mails mm ON mm.received_id = r.id
    WHERE r.conversation_id = ${conversationId}::uuid AND r.user_id IS NULL AND mm.header_id IS NOT NULL
    ORDER BY at DESC LIMIT ${EARLIER_MAX}`);
  return rows.map(({ sentId, headerId }) => (sentId ? messageId(sentId, env().BASE_URL) : `<${headerId}>`)).reverse();
}
