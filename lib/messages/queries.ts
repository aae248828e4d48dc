import { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../auth/scopes.ts";
import { db } from "../db.ts";
import { AppError } from "../errors.ts";
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

// One statement: a conversation that is not the caller's has no row at all, an empty page has one without a message.
async function listWithin(
  conversationId: string,
  owned: Prisma.Sql,
  { after, before, limit }: ListMessagesQuery,
): Promise<MessagePage> {
  const range = after !== undefined ? Prisma.sql`AND seq > ${after}` : beforeRange(before);
  const order = after !== undefined ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const rows = await db().$queryRaw<Array<MessageRow | { id: null }>>`
    SELECT ${MESSAGE_COLUMNS}
    FROM conversations c
    LEFT JOIN LATERAL (
      SELECT * FROM messages WHERE conversation_id = c.id ${range} ORDER BY seq ${order} LIMIT ${limit + 1}
    ) m ON true
    WHERE c.id = ${conversationId}::uuid AND ${owned}
    ORDER BY m.seq ${order}`;
  if (rows.length === 0) throw new AppError("not_found");
  const found = rows.filter((row) => row.id !== null);
  const messages = found.slice(0, limit);
  return { messages: after !== undefined ? messages : messages.reverse(), hasMore: found.length > limit };
}

const beforeRange = (before: number | undefined) =>
  before === undefined ? Prisma.empty : Prisma.sql`AND seq < ${before}`;

/** A page of a conversation's messages, the oldest first; the newest ones where no place is named. Throws `not_found`. */
export function listMessages(scope: OwnerScope, conversationId: string, page: ListMessagesQuery): Promise<MessagePage> {
  return listWithin(conversationId, Prisma.sql`c.workspace_id = ${scope.workspaceId}::uuid`, page);
}

/** The same for the conversation's visitor. Throws `not_found`. */
export function listVisitorMessages(
  scope: VisitorScope,
  conversationId: string,
  page: ListMessagesQuery,
): Promise<MessagePage> {
  const owned = Prisma.sql`c.visitor_id = ${scope.visitorId}::uuid AND c.site_id = ${scope.siteId}::uuid`;
  return listWithin(conversationId, owned, page);
}
