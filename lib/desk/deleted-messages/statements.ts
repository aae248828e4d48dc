import { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { CONVERSATION_REF, NEXT_VERSION } from "../../base/changes/statements.ts";
import { conversationData, storeDeliveries } from "../../outbox/webhooks/statements.ts";
import { KINDS, type MessageKind } from "../messages/kinds.ts";
import { previewOf } from "../messages/rules.ts";

/*
 * How a message is deleted: statements of one transaction, under the lock of its conversation's row. It's SQL because that lock
 * decides between a visitor who takes a message back and a teammate who reads it, and because triggers follow the change.
 */

/** The message as it's deleted. `isRead`: someone of the team has read it, or may have. */
export type FoundMessage = { seq: number; kind: MessageKind; senderId: string; isDeleted: boolean; isRead: boolean };

/** Matches a conversation, `c`. */
export const isConversation = (conversationId: string) => Prisma.sql`c.id = ${conversationId}::uuid`;

/** Locks a conversation, `c`, so that what its statements find stays as it is. */
export const lockConversation = (own: Prisma.Sql) =>
  Prisma.sql`SELECT c.id FROM conversations c WHERE ${own} FOR NO KEY UPDATE`;

// Marking a conversation unread moves the team's position back, so the time of the last reading counts too.
const IS_READ = Prisma.sql`(
  c.owner_read_seq >= m.seq OR coalesce(c.last_read_by_owner_at >= m.created_at, false)
  OR EXISTS (SELECT FROM reads r WHERE r.conversation_id = c.id AND r.read_seq >= m.seq)
)`;

/** Finds a message of a conversation, `c`: a FoundMessage. */
export const findMessage = (own: Prisma.Sql, messageId: string) => Prisma.sql`
  SELECT m.seq, m.sender_type AS kind, m.sender_id AS "senderId", m.deleted_at IS NOT NULL AS "isDeleted", ${IS_READ} AS "isRead"
  FROM conversations c JOIN messages m ON m.conversation_id = c.id
  WHERE ${own} AND m.id = ${messageId}::uuid`;

/** Removes what a message of a conversation, `c`, consists of: its text, its files, and the email that it came by. */
export const emptyMessage = (own: Prisma.Sql, messageId: string, deletedBy: string) => Prisma.sql`
  WITH m AS (
    UPDATE messages m SET body = '', file_count = 0, deleted_at = clock_timestamp(), deleted_by = ${deletedBy}::uuid
    FROM conversations c WHERE ${own} AND m.conversation_id = c.id AND m.id = ${messageId}::uuid
    RETURNING m.id, m.conversation_id
  ), file AS (
    DELETE FROM files f USING m WHERE f.message_id = m.id
  ), came AS (
    DELETE FROM message_mails mm USING m WHERE mm.message_id = m.id RETURNING mm.received_id
  ), original AS (
    UPDATE received_mails r SET raw_hash = NULL, draft = NULL FROM came WHERE r.id = came.received_id
  )
  UPDATE webhook_deliveries d SET data = d.data #- '{message,files}'
  FROM m WHERE d.conversation_id = m.conversation_id AND d.message_id = m.id`;

/** Finds the newest message of a conversation, `c`, that's left and that lists show. */
export const findNewestLeft = (own: Prisma.Sql) => Prisma.sql`
  SELECT m.body FROM conversations c JOIN messages m ON m.conversation_id = c.id
  WHERE ${own} AND m.sender_type <> ${"automatic" satisfies MessageKind} AND m.deleted_at IS NULL
  ORDER BY m.seq DESC LIMIT 1`;

/** What lists show of a conversation without a message. */
const ALL_DELETED = "Message deleted";

const OTHER_SIDE = {
  visitor: { read: Prisma.sql`owner_read_seq`, unread: Prisma.sql`owner_unread_count` },
  owner: { read: Prisma.sql`visitor_read_seq`, unread: Prisma.sql`visitor_unread_count` },
};

type Deleted = Pick<FoundMessage, "seq" | "kind"> & { id: string; newestLeft: string | undefined };

const deletedEntry = (scope: OwnerScope, kind: MessageKind) =>
  storeActivity(
    {
      scope,
      action: "message.deleted",
      siteId: Prisma.sql`c.site_id`,
      conversationId: Prisma.sql`c.id`,
      data: { of: kind },
    },
    Prisma.sql`conversation c`,
  );

/** Changes a conversation, `c`, after one of its messages was deleted, and notifies webhooks. Returns its ConversationRef. */
export const noteDeleted = (
  scope: OwnerScope | VisitorScope,
  own: Prisma.Sql,
  { id, seq, kind, newestLeft }: Deleted,
) => {
  const { side } = KINDS[kind];
  const { read, unread } = OTHER_SIDE[side];
  return Prisma.sql`
    WITH conversation AS (
      UPDATE conversations c SET
        deleted_count = coalesce(c.deleted_count, 0) + 1,
        last_message_preview = ${newestLeft === undefined ? ALL_DELETED : previewOf(newestLeft)},
        ${unread} = c.${unread} - (${seq}::int > c.${read} AND c.${unread} > 0)::int,
        ${NEXT_VERSION}
      WHERE ${own}
      RETURNING c.*
    ), delivery AS (${storeDeliveries(Prisma.sql`
      SELECT c.site_id, c.workspace_id, c.id AS conversation_id, ${id}::uuid AS message_id, 'message.deleted' AS type,
        ${conversationData(Prisma.sql`jsonb_build_object('message', jsonb_build_object(
          'id', ${id}::uuid, 'seq', ${seq}::int, 'senderType', ${side}::text))`)} AS data
      FROM conversation c WHERE NOT c.is_spam`)}
    ) ${"userId" in scope ? Prisma.sql`, entry AS (${deletedEntry(scope, kind)})` : Prisma.empty}
    SELECT ${CONVERSATION_REF} FROM conversation c`;
};
