import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { hasAccess, PERSON_NAME } from "../../../base/access/statements.ts";
import type { Draft } from "../../../desk/replies/draft.ts";
import type { QuotedMessage } from "../templates/quoted-message.ts";
import { FILES_OF_MESSAGE } from "./conversation-mail.system.ts";

/** The received email that an email to its writer is about. Nothing of the conversation is known without access to it. */
export type RepliedMail = {
  receivedId: string;
  status: string;
  reason: string | null;
  draft: Draft | null;
  from: string | null;
  conversation: RepliedConversation | null;
  timeZone: string | null;
  /** The `seq` of the message that it became. */
  seq: number | null;
};

export type RepliedConversation = {
  conversationId: string;
  workspaceId: string;
  siteName: string;
  accentColor: string;
  visitorName: string | null;
  visitorEmail: string | null;
  pageUrl: string | null;
  newestSeq: number;
};

/** Returns what an email to the writer of a received one is about, or null if that's gone. */
export async function findRepliedMail(mailId: string): Promise<RepliedMail | null> {
  const [row] = await query<RepliedMail>(Prisma.sql`
    SELECT r.id AS "receivedId", r.status, r.reason, r.draft, r.from_address AS "from", u.time_zone AS "timeZone",
      (SELECT m.seq FROM message_mails mm JOIN messages m ON m.id = mm.message_id WHERE mm.received_id = r.id LIMIT 1) AS seq,
      (
        SELECT jsonb_build_object('conversationId', c.id, 'workspaceId', c.workspace_id, 'siteName', s.name,
          'accentColor', s.accent_color, 'visitorName', v.name, 'visitorEmail', v.email, 'pageUrl', c.page_url, 'newestSeq', (SELECT max(seq) FROM messages WHERE conversation_id = c.id))
        FROM conversations c JOIN sites s ON s.id = c.site_id JOIN visitors v ON v.id = c.visitor_id
        WHERE c.id = r.conversation_id AND ${hasAccess(Prisma.sql`c`, Prisma.sql`u.id`)}
      ) AS conversation
    FROM mails mail JOIN received_mails r ON r.id = mail.received_id JOIN users u ON u.id = r.user_id
    WHERE mail.id = ${mailId}::uuid`);
  return row ?? null;
}

const SHOWN_MAX = 5;

type Between = { conversationId: string; userId: string; seenSeq: number };

/** Returns the last replies that teammates sent after what the writer of a reply had seen, oldest first. Never notes. */
export const listTeammatesReplies = ({ conversationId, userId, seenSeq }: Between): Promise<QuotedMessage[]> =>
  listShown(Prisma.sql`
    messages.conversation_id = ${conversationId}::uuid AND messages.seq > ${seenSeq}
    AND messages.sender_type = 'owner' AND messages.sender_id <> ${userId}::uuid`);

/** Returns the last messages of the visitor between what the writer of a reply had seen and the reply, oldest first. */
export const listVisitorsMessages = (of: {
  conversationId: string;
  seenSeq: number;
  seq: number;
}): Promise<QuotedMessage[]> =>
  listShown(Prisma.sql`
    messages.conversation_id = ${of.conversationId}::uuid AND messages.seq > ${of.seenSeq} AND messages.seq < ${of.seq}
    AND messages.sender_type = 'visitor'`);

async function listShown(which: Prisma.Sql): Promise<QuotedMessage[]> {
  const rows = await query<QuotedMessage>(Prisma.sql`
    SELECT messages.body, messages.created_at AS "createdAt", ${FILES_OF_MESSAGE} AS files,
      CASE WHEN messages.sender_type = 'owner' THEN (
        SELECT ${PERSON_NAME} FROM users u WHERE u.id = messages.sender_id
      ) END AS "senderName"
    FROM messages WHERE ${which} AND messages.deleted_at IS NULL ORDER BY messages.seq DESC LIMIT ${SHOWN_MAX}`);
  return rows.reverse();
}
