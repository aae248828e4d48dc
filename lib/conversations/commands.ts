import { v7 as uuid } from "uuid";
import type { OwnerScope, VisitorScope } from "../auth/scopes.ts";
import { findSiteByPublicKey } from "../auth/site-by-key.ts";
import { isMissingParent, isUniqueViolation, retryingConflicts } from "../database-failure.ts";
import { db } from "../db.ts";
import { AppError } from "../errors.ts";
import type { MessageRow } from "../messages/queries.ts";
import { previewOf } from "../messages/rules.ts";
import { countMessage, storeMessage } from "../messages/statements.ts";
import { isSameSite, labelOf } from "../visitors/rules.ts";
import { type ConversationRow, getConversation, openConversationIdBeside } from "./queries.ts";
import type { StartConversationBody, UpdateConversationBody } from "./schema.ts";

/**
 * Records a visitor's first message: in their open conversation, else in a new one. One statement, so one round trip, and
 * nothing that runs at the same time can come between. Rows are locked in the order site, visitor, conversation.
 * Throws `site_mismatch`, or `not_found` when the site is gone.
 */
export async function startConversation(scope: VisitorScope, input: StartConversationBody): Promise<MessageRow> {
  if (!isSameSite(scope, input.siteKey)) {
    const site = await findSiteByPublicKey(scope.siteKey);
    throw new AppError(site ? "site_mismatch" : "not_found");
  }
  const rows = await retryingConflicts(
    () => db().$queryRaw<MessageRow[]>`
    WITH site AS MATERIALIZED (
      SELECT id, workspace_id FROM sites WHERE id = ${scope.siteId}::uuid FOR KEY SHARE
    ), visitor AS (
      INSERT INTO visitors AS v (id, site_id, external_id, name, email, created_at, updated_at)
      SELECT ${scope.visitorId}::uuid, site.id, ${labelOf(scope, input.visitorId)}, ${input.name}, ${input.email}, now(), now()
      FROM site
      ON CONFLICT (id) DO UPDATE SET
        external_id = coalesce(excluded.external_id, v.external_id),
        name = coalesce(excluded.name, v.name),
        email = coalesce(excluded.email, v.email),
        updated_at = now()
      WHERE v.site_id = excluded.site_id
      RETURNING id
    ), conversation AS (
      INSERT INTO conversations AS c (
        id, workspace_id, site_id, visitor_id, status, page_url, last_seq, visitor_read_seq, last_message_at,
        last_message_preview, created_at, updated_at
      )
      SELECT ${uuid()}::uuid, site.workspace_id, site.id, visitor.id, 'open', ${input.pageUrl}, 1, 1, clock_timestamp(),
        ${previewOf(input.message)}, statement_timestamp(), clock_timestamp()
      FROM site, visitor
      ON CONFLICT (visitor_id) WHERE status = 'open' DO UPDATE SET
        page_url = coalesce(excluded.page_url, c.page_url),
        visitor_read_seq = c.last_seq + 1,
        ${countMessage(input.message)}
      RETURNING id, last_seq, last_message_at
    ), ${storeMessage({ type: "visitor", id: scope.visitorId }, input.message)}`,
  ).catch((error: unknown) => {
    throw isMissingParent(error) ? new AppError("not_found") : error;
  });
  const [message] = rows;
  if (!message) throw new AppError("not_found");
  return message;
}

const OPEN_TRIES = 5;

/**
 * Runs a write that opens a conversation, again where the open one that stood in its way was closed meanwhile. Throws
 * `open_conversation_exists` with the one that still stands there.
 */
export async function openingConversation<T>(
  scope: OwnerScope | VisitorScope,
  conversationId: string,
  write: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; attempt <= OPEN_TRIES; attempt += 1) {
    try {
      return await retryingConflicts(write);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
    const beside = await openConversationIdBeside(scope, conversationId);
    if (beside) throw new AppError("open_conversation_exists", { conversationId: beside });
  }
  throw new AppError("conflict");
}

/**
 * Opens or closes a conversation, or marks it unread: then the read mark stands before the visitor's last message.
 * Throws `not_found`, or `open_conversation_exists` where its visitor has another open one.
 */
export async function updateConversation(
  scope: OwnerScope,
  conversationId: string,
  { status, unread }: UpdateConversationBody,
): Promise<ConversationRow> {
  const write = () => db().$executeRaw`
    UPDATE conversations c SET
      status = coalesce(${status ?? null}, c.status),
      owner_read_seq = CASE WHEN ${unread ?? false} THEN least(c.owner_read_seq, coalesce((
        SELECT max(m.seq) - 1 FROM messages m WHERE m.conversation_id = c.id AND m.sender_type = 'visitor'
      ), c.owner_read_seq)) ELSE c.owner_read_seq END,
      updated_at = clock_timestamp()
    WHERE c.id = ${conversationId}::uuid AND c.workspace_id = ${scope.workspaceId}::uuid
      AND (${unread ?? false} OR c.status <> coalesce(${status ?? null}, c.status))`;
  await openingConversation(scope, conversationId, write);
  return getConversation(scope, conversationId);
}

/** Moves the owner's read mark up to `seq`, or to the last message. It never moves back here. Throws `not_found`. */
export async function markConversationRead(
  scope: OwnerScope,
  conversationId: string,
  seq: number | undefined,
): Promise<ConversationRow> {
  await retryingConflicts(
    () => db().$executeRaw`
    UPDATE conversations SET
      owner_read_seq = least(coalesce(${seq ?? null}::bigint, last_seq), last_seq),
      last_read_by_owner_at = clock_timestamp()
    WHERE id = ${conversationId}::uuid AND workspace_id = ${scope.workspaceId}::uuid
      AND owner_read_seq < least(coalesce(${seq ?? null}::bigint, last_seq), last_seq)`,
  );
  return getConversation(scope, conversationId);
}
