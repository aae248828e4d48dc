import { queryPrepared } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import { activeSite, notBlocked, ownConversation } from "../../base/access/statements.ts";
import { FILE_COLUMNS, type FileRow } from "../../files/files/statements.ts";
import { ownUploads } from "./file-statements.ts";
import type { MessageKind } from "./kinds.ts";
import type { MessageMail } from "./mail-statements.ts";
import { senderOf } from "./rules.ts";
import type { ListMessagesQuery } from "./schema.ts";
import { messageColumns } from "./statements.ts";
import { withFiles } from "./with-files.ts";

export type MessageRow = {
  id: string;
  conversationId: string;
  seq: number;
  senderType: MessageKind;
  senderId: string;
  /** In a shared workspace, the name of the person who replied as the caller sees it. Null if there's none to show. */
  senderName: string | null;
  /** The hash of their photo, under the same conditions. */
  senderPhoto: string | null;
  body: string;
  createdAt: Date;
  fileCount: number;
  cameBy: "email" | null;
  /** Null unless it was deleted, by a user or the visitor. */
  deletedAt: Date | null;
  deletedBy: string | null;
  /** Like `senderName`, for the team only. */
  deletedByName: string | null;
};

/** A message with its files, in order, and for the team what an email has besides. */
export type Message = MessageRow & { files: readonly FileRow[]; mail?: MessageMail };

export type MessagePage = { messages: Message[]; hasMore: boolean; deletedCount: number | null };

type PageRow = (MessageRow | { id: null }) & { deletedCount: number | null };

const beforeRange = (before: number | undefined) =>
  before === undefined ? Prisma.empty : Prisma.sql`AND seq < ${before}`;

/**
 * Returns a page of a conversation's messages, oldest first; without a position, the newest ones. One statement: for
 * someone else's conversation it has no row, for an empty page one row without a message. Throws `not_found`.
 */
export async function listMessages(
  scope: OwnerScope | VisitorScope,
  conversationId: string,
  { after, before, limit }: ListMessagesQuery,
): Promise<MessagePage> {
  const range = after !== undefined ? Prisma.sql`AND seq > ${after}` : beforeRange(before);
  const order = after !== undefined ? Prisma.sql`ASC` : Prisma.sql`DESC`;
  const rows = await queryPrepared<PageRow>(Prisma.sql`
    SELECT ${messageColumns(scope)}, c.deleted_count AS "deletedCount"
    FROM conversations c
    LEFT JOIN LATERAL (
      SELECT * FROM messages WHERE conversation_id = c.id ${range} ORDER BY seq ${order} LIMIT ${limit + 1}
    ) m ON true
    WHERE ${ownConversation(scope, conversationId)}
    ORDER BY m.seq ${order}`);
  const [first] = rows;
  if (!first) throw new AppError("not_found");
  const found = rows.filter((row) => row.id !== null);
  const messages = await withFiles(found.slice(0, limit), { forTeam: "userId" in scope });
  const { deletedCount } = first;
  return { messages: after !== undefined ? messages : messages.reverse(), hasMore: found.length > limit, deletedCount };
}

/** Returns the message that the caller stored with this key, if it still exists. */
export async function findMessageByKey(scope: OwnerScope | VisitorScope, key: string): Promise<Message | null> {
  const [row] = await queryPrepared<MessageRow>(Prisma.sql`
    SELECT ${messageColumns(scope)} FROM message_keys k JOIN messages m ON m.id = k.message_id
    WHERE k.sender_id = ${senderOf(scope).id}::uuid AND k.key = ${key}`);
  if (!row) return null;
  const [message] = await withFiles([row], { forTeam: "userId" in scope });
  return message ?? null;
}

/** Whether a key is that of a scheduled reply of the caller's, other than this message. */
export async function isKeyScheduled(
  { userId }: OwnerScope,
  { id, key }: { id: string; key: string | null },
): Promise<boolean> {
  const rows = await queryPrepared(Prisma.sql`
    SELECT FROM scheduled_replies r WHERE r.user_id = ${userId}::uuid AND r.key = ${key} AND r.id <> ${id}::uuid`);
  return rows.length > 0;
}

/**
 * Returns those of the files that the caller has uploaded for the conversation's site, or for the visitor's own, in the order of
 * their ids here. Those that a message has by now are among them.
 */
export async function findUploads(
  scope: OwnerScope | VisitorScope,
  ids: readonly string[],
  conversationId?: string,
): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  return queryPrepared<FileRow>(Prisma.sql`
    SELECT ${FILE_COLUMNS(Prisma.sql`f`, Prisma.sql`o`)}
    FROM unnest((SELECT ${ids}::uuid[])) WITH ORDINALITY AS named (id, position)
    JOIN files f ON f.id = named.id JOIN stored_files o ON o.hash = f.hash
    WHERE ${ownUploads(scope, conversationId)} ORDER BY named.position`);
}

/** Whether the conversation exists and the caller may touch it. */
export async function hasConversation(scope: OwnerScope | VisitorScope, conversationId: string): Promise<boolean> {
  const rows = await queryPrepared(
    Prisma.sql`SELECT FROM conversations c WHERE ${ownConversation(scope, conversationId)}`,
  );
  return rows.length > 0;
}

/**
 * Returns why the visitor can't start a conversation: the site is gone, they're blocked, or they were verified and
 * erased. Null if they can.
 */
export async function findStartRefusal(
  scope: VisitorScope,
): Promise<"not_found" | "not_accepted" | "unauthenticated" | null> {
  const [site] = await queryPrepared<{ isAllowed: boolean; isStored: boolean }>(Prisma.sql`
    SELECT ${notBlocked(scope)} AS "isAllowed",
      EXISTS (SELECT FROM visitors WHERE id = ${scope.visitorId}::uuid AND site_id = sites.id) AS "isStored"
    FROM sites WHERE ${activeSite(scope)}`);
  if (!site) return "not_found";
  if (!site.isAllowed) return "not_accepted";
  return scope.isVerified && !site.isStored ? "unauthenticated" : null;
}

/**
 * Returns the visitor's other open conversation, which keeps this one from being opened. Null if there's none by now.
 */
export async function findOtherOpenConversation(
  scope: OwnerScope | VisitorScope,
  conversationId: string,
): Promise<string | null> {
  const [row] = await queryPrepared<{ id: string }>(Prisma.sql`
    SELECT other.id FROM conversations c JOIN conversations other ON other.visitor_id = c.visitor_id
    WHERE ${ownConversation(scope, conversationId)} AND other.status = 'open' AND other.id <> c.id`);
  return row?.id ?? null;
}
