import { queryPrepared } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope, VisitorScope } from "../../base/access/scopes.ts";
import { ownConversation, ownConversations } from "../../base/access/statements.ts";
import { refuseUnknownVisitor } from "../visitors/refuse-unknown.ts";
import { type ConversationRow, ownerView, VISITOR_VIEW, type VisitorConversationRow } from "./statements.ts";

const VISITOR_LIST_MAX = 100;

/** Returns one conversation of the workspace. Throws `not_found`. */
export async function getConversation(scope: OwnerScope, conversationId: string): Promise<ConversationRow> {
  const [row] = await queryPrepared<ConversationRow>(Prisma.sql`
    ${ownerView(scope)} WHERE ${ownConversation(scope, conversationId)}`);
  if (!row) throw new AppError("not_found");
  return row;
}

/** Returns the visitor's own conversations, newest first, at most the last hundred. */
export async function listVisitorConversations(scope: VisitorScope): Promise<VisitorConversationRow[]> {
  const rows = await queryPrepared<VisitorConversationRow>(Prisma.sql`
    ${VISITOR_VIEW} WHERE ${ownConversations(scope)}
    ORDER BY c.last_message_at DESC, c.id DESC LIMIT ${VISITOR_LIST_MAX}`);
  if (rows.length === 0) await refuseUnknownVisitor(scope);
  return rows;
}

// A close can be rated for 14 days, and a rating changed for one more. Of older ones nothing else is read.
const MAY_BE_SHOWN = Prisma.sql`(c.status = 'open' OR c.idle_since > now() - interval '15 days')`;

/**
 * Returns a returning visitor's open conversation, else the newest one that they may rate, if any. Null if the visitor was
 * erased.
 */
export async function findReturnedVisitor(
  scope: VisitorScope,
): Promise<{ conversation: VisitorConversationRow | null; isEmailKnown: boolean } | null> {
  const [row] = await queryPrepared<(VisitorConversationRow | { id: null }) & { isEmailKnown: boolean }>(Prisma.sql`
    SELECT o.*, EXISTS (
      SELECT FROM visitors WHERE id = ${scope.visitorId}::uuid AND site_id = ${scope.siteId}::uuid AND email IS NOT NULL
        -- The widget asks for another one.
        AND bounced_email IS DISTINCT FROM email
    ) AS "isEmailKnown"
    FROM (SELECT WHERE NOT EXISTS (SELECT FROM deletions WHERE id = ${scope.visitorId}::uuid)) standing
    LEFT JOIN LATERAL (
      SELECT * FROM (
        ${VISITOR_VIEW} WHERE ${ownConversations(scope)} AND ${MAY_BE_SHOWN} ORDER BY c.status = 'open' DESC, c.last_message_at DESC
      ) own
      WHERE own.status = 'open' OR own.ratable IS NOT NULL LIMIT 1
    ) o ON true`);
  if (!row) return null;
  const { isEmailKnown } = row;
  return { conversation: row.id === null ? null : row, isEmailKnown };
}

/** How far each side has read. */
export type ReadPositions = { owner: number; visitor: number };

/** Returns the read positions of one of the caller's conversations. Throws `not_found`. */
export async function getReadPositions(
  scope: OwnerScope | VisitorScope,
  conversationId: string,
): Promise<ReadPositions> {
  const [row] = await queryPrepared<ReadPositions>(Prisma.sql`
    SELECT c.owner_read_seq AS owner, c.visitor_read_seq AS visitor
    FROM conversations c WHERE ${ownConversation(scope, conversationId)}`);
  if (!row) throw new AppError("not_found");
  return row;
}
