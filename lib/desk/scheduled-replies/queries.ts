import { query, queryPrepared } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversation } from "../../base/access/statements.ts";
import type { Message, MessageRow } from "../messages/queries.ts";
import { messageColumns } from "../messages/statements.ts";
import { withFiles } from "../messages/with-files.ts";
import { type ScheduledReply, withScheduledFiles } from "./files.system.ts";
import { countWaiting, SCHEDULED_COLUMNS, type ScheduledRow, WAITING_MAX } from "./statements.ts";

// Those of ten people at their most.
const LISTED_MAX = 200;

/**
 * Returns the replies of a conversation that are still to be sent, those that were stopped, and the caller's sent ones with refused
 * actions, by when they're due. One statement: for a conversation out of reach it has no row, and without any reply one row. Throws
 * `not_found`.
 */
export async function listScheduledReplies(scope: OwnerScope, conversationId: string): Promise<ScheduledReply[]> {
  const rows = await queryPrepared<ScheduledRow | { id: null }>(Prisma.sql`
    SELECT ${SCHEDULED_COLUMNS}
    FROM conversations c LEFT JOIN scheduled_replies r ON r.conversation_id = c.id
      AND (r.state IN ('scheduled', 'stopped') OR r.state = 'sent' AND r.user_id = ${scope.userId}::uuid)
    WHERE ${ownConversation(scope, conversationId)} ORDER BY r.send_at, r.id LIMIT ${LISTED_MAX}`);
  if (rows.length === 0) throw new AppError("not_found");
  return withScheduledFiles(rows.filter((row) => row.id !== null));
}

/** Returns a scheduled reply of the caller's in a conversation of theirs, unless it was taken back or sent. */
export async function findOwnScheduled(
  scope: OwnerScope,
  { conversationId, id }: { conversationId: string; id: string },
): Promise<ScheduledRow | undefined> {
  const [row] = await query<ScheduledRow>(Prisma.sql`
    SELECT ${SCHEDULED_COLUMNS} FROM scheduled_replies r JOIN conversations c ON c.id = r.conversation_id
    WHERE r.id = ${id}::uuid AND r.user_id = ${scope.userId}::uuid AND r.state IN ('scheduled', 'stopped')
      AND ${ownConversation(scope, conversationId)}`);
  return row;
}

/** Returns the caller's scheduled reply with a key, taken back, being sent or not. */
export async function findScheduledByKey({ userId }: OwnerScope, key: string): Promise<ScheduledRow | undefined> {
  const [row] = await query<ScheduledRow>(Prisma.sql`
    SELECT ${SCHEDULED_COLUMNS} FROM scheduled_replies r JOIN conversations c ON c.id = r.conversation_id
    WHERE r.user_id = ${userId}::uuid AND r.key = ${key}`);
  return row;
}

/** Whether as many replies of the caller's wait in a conversation as may. */
export async function hasMostWaiting(scope: OwnerScope, conversationId: string): Promise<boolean> {
  const [row] = await query<{ count: number }>(countWaiting(scope, Prisma.sql`${conversationId}::uuid`));
  return (row?.count ?? 0) >= WAITING_MAX;
}

/** Returns the message that a scheduled reply of the caller's has become. */
export async function findSent(
  scope: OwnerScope,
  { conversationId, id }: { conversationId: string; id: string },
): Promise<Message | undefined> {
  const rows = await query<MessageRow>(Prisma.sql`
    SELECT ${messageColumns(scope)} FROM messages m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.id = ${id}::uuid AND m.sender_id = ${scope.userId}::uuid AND ${ownConversation(scope, conversationId)}`);
  const [message] = await withFiles(rows, { forTeam: true });
  return message;
}
