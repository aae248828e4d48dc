import { query } from "#platform/database/database.ts";
import { env } from "#platform/env.ts";
import { messageId } from "#platform/mail/header-rules.ts";
import { Prisma } from "#prisma-client";
import { PERSON_NAME } from "../../../base/access/statements.ts";
import type { QuotedMessage } from "../templates/quoted-message.ts";
import { FILES_OF_MESSAGE, NAME_FOR_VISITORS } from "./conversation-mail.system.ts";

const HISTORY_MAX = 5;
const EARLIER_MAX = 9;

const ALL = Prisma.sql`messages.sender_type IN ('visitor', 'owner')`;
const TEAMS = Prisma.sql`messages.sender_type = 'owner'`;
const NAME = Prisma.sql`(SELECT ${PERSON_NAME} FROM users u WHERE u.id = messages.sender_id)`;

type EarlierMessage = QuotedMessage & { senderType: "visitor" | "owner" };

/**
 * Returns the last messages before a conversation's message `from`, oldest first. For an email to the visitor, only the
 * team's: nobody has proven that the address is theirs.
 */
export async function listEarlier(
  side: "owner" | "visitor",
  { id, from }: { id: string; from: number | null },
): Promise<EarlierMessage[]> {
  if (from === null || from <= 1) return [];
  const rows = await query<EarlierMessage>(Prisma.sql`
    SELECT messages.body, messages.created_at AS "createdAt", messages.sender_type AS "senderType", ${FILES_OF_MESSAGE} AS files,
      CASE WHEN messages.sender_type = 'owner' THEN ${side === "visitor" ? NAME_FOR_VISITORS : NAME} END AS "senderName"
    FROM messages JOIN conversations c ON c.id = messages.conversation_id
    WHERE c.id = ${id}::uuid AND messages.seq < ${from} AND ${side === "visitor" ? TEAMS : ALL}
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
    WHERE r.conversation_id = ${conversationId}::uuid AND mm.header_id IS NOT NULL
    ORDER BY at DESC LIMIT ${EARLIER_MAX}`);
  return rows.map(({ sentId, headerId }) => (sentId ? messageId(sentId, env().BASE_URL) : `<${headerId}>`)).reverse();
}
