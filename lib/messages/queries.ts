import { queryPrepared } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../access/scopes.ts";
import { oneOwnedBy } from "../conversations/statements.ts";
import { senderOf } from "./rules.ts";
import type { ListMessagesQuery } from "./schema.ts";
import { MESSAGE_COLUMNS } from "./statements.ts";

export type MessageRow = {
  id: string;
  conversationId: string;
  seq: number;
  senderType: string;
  senderId: string;
  body: string;
  createdAt: Date;
};

export type MessagePage = { messages: MessageRow[]; hasMore: boolean };

const beforeRange = (before: number | undefined) =>
  before === undefined ? Prisma.empty : Prisma.sql`AND seq < ${before}`;

/**
 * A page of a conversation's messages, the oldest first; the newest ones where no place is named. One statement: a
 * conversation that is not the caller's has no row at all, an empty page has one without a message. Throws `not_found`.
 */
export async function listMessages(
  scope: OwnerScope | VisitorScope,
  conversationId: string,
  { after, before, limit }: ListMessagesQuery,
): Promise<MessagePage> {
  const range = after !== undefined ? Prisma.sql`AND seq > ${after}` : beforeRange(before);
  const order = after !== undefined ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const rows = await queryPrepared<MessageRow | { id: null }>(Prisma.sql`
    SELECT ${MESSAGE_COLUMNS}
    FROM conversations c
    LEFT JOIN LATERAL (
      SELECT * FROM messages WHERE conversation_id = c.id ${range} ORDER BY seq ${order} LIMIT ${limit + 1}
    ) m ON true
    WHERE ${oneOwnedBy(scope, conversationId)}
    ORDER BY m.seq ${order}`);
  if (rows.length === 0) throw new AppError("not_found");
  const found = rows.filter((row) => row.id !== null);
  const messages = found.slice(0, limit);
  return { messages: after !== undefined ? messages : messages.reverse(), hasMore: found.length > limit };
}

/** The message that the caller stored with this key, as long as it is there. */
export async function findMessageByKey(scope: OwnerScope | VisitorScope, key: string): Promise<MessageRow | null> {
  const [row] = await queryPrepared<MessageRow>(Prisma.sql`
    SELECT ${MESSAGE_COLUMNS} FROM message_keys k JOIN messages m ON m.id = k.message_id
    WHERE k.sender_id = ${senderOf(scope).id}::uuid AND k.key = ${key}`);
  return row ?? null;
}
