import { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import { ownConversation } from "../../base/access/statements.ts";
import type { NewMessage } from "./rules.ts";

/*
 * How files become a message's, in the statement that stores it. Their rows are locked before everything else, in the order
 * of their ids, so two messages with the same files wait for each other, and neither holds what the other waits for.
 */

/**
 * Matches the files, `f`, that the caller has uploaded for a conversation's site. A visitor needs no conversation: they have
 * one site.
 */
export const ownUploads = (scope: OwnerScope | VisitorScope, conversationId: string | undefined) => {
  if ("visitorId" in scope)
    return Prisma.sql`f.visitor_id = ${scope.visitorId}::uuid AND f.site_id = ${scope.siteId}::uuid`;
  return Prisma.sql`f.user_id = ${scope.userId}::uuid AND EXISTS (
    SELECT FROM conversations c WHERE c.site_id = f.site_id AND ${ownConversation(scope, conversationId ?? "")}
  )`;
};

/** The CTE that locks a message's files, if it has any. It comes first. */
export const lockFiles = (
  scope: OwnerScope | VisitorScope,
  { fileIds }: NewMessage,
  conversationId?: string,
): Prisma.Sql =>
  fileIds.length === 0
    ? Prisma.empty
    : Prisma.sql`
  file AS MATERIALIZED (
    SELECT f.id, named.position FROM files f
    JOIN unnest(${fileIds}::uuid[]) WITH ORDINALITY AS named (id, position) ON named.id = f.id
    WHERE ${ownUploads(scope, conversationId)} AND f.message_id IS NULL
    ORDER BY f.id FOR UPDATE OF f
  ),`;

/** Part of the claim's condition: all files were found, and no message has them. */
export const haveFiles = ({ fileIds }: NewMessage): Prisma.Sql =>
  fileIds.length === 0 ? Prisma.empty : Prisma.sql`AND (SELECT count(*) FROM file) = ${fileIds.length}`;

/** The CTE that makes the locked files those of the stored message, `m`. */
export const attachFiles = ({ fileIds }: NewMessage): Prisma.Sql =>
  fileIds.length === 0
    ? Prisma.empty
    : Prisma.sql`, attached AS (
    UPDATE files f SET message_id = m.id, position = file.position - 1 FROM file, m WHERE f.id = file.id
  )`;
