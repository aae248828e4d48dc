import { Prisma } from "#prisma-client";
import type { VisitorScope } from "../../base/access/scopes.ts";
import { CONVERSATION_REF, NEXT_VERSION } from "../../base/changes/statements.ts";
import { conversationData, storeDeliveries } from "../../outbox/webhooks/statements.ts";

/** An Answer as the database builds it. */
export type AnswerRow = { question: string; label: string; value: string; at: string };

/** An expression: AnswerRows of `answers`, `a`, in any order, or null. `from` is a FROM clause with a WHERE. */
export const answersOf = (from: Prisma.Sql) => Prisma.sql`(
    SELECT jsonb_agg(jsonb_build_object('question', a.question, 'label', a.label, 'value', a.value, 'at', a.created_at))
    FROM ${from}
  )`;

/** The answers of a visitor, `v`, in all their conversations: what's known isn't asked again. */
export const ANSWERS = Prisma.sql`
  CASE WHEN v.has_answers THEN ${answersOf(Prisma.sql`
    conversations answered JOIN answers a ON a.conversation_id = answered.id WHERE answered.visitor_id = v.id`)} END`;

/** What's known of a visitor: which facts, and the questions that they answered. In SQL for a hot path: each session on a site with questions. */
export type KnownRow = { name: boolean; email: boolean; phone: boolean; answered: string[] };
export const knownOf = ({ visitorId, siteId }: VisitorScope) => Prisma.sql`
  SELECT v.name IS NOT NULL AS name, v.email IS NOT NULL AS email, v.phone IS NOT NULL AS phone, ARRAY(
    SELECT a.question FROM conversations c JOIN answers a ON a.conversation_id = c.id
    WHERE v.has_answers AND c.visitor_id = v.id
  ) AS answered
  FROM visitors v WHERE v.id = ${visitorId}::uuid AND v.site_id = ${siteId}::uuid`;

/** Matches the conversation, `c`, that a visitor answers in. */
export const isAnswered = (conversationId: string) => Prisma.sql`c.id = ${conversationId}::uuid`;

/** Locks a visitor: of two tabs that answer at once, the first one does. */
export const lockAnswering = ({ visitorId }: VisitorScope) =>
  Prisma.sql`SELECT v.id FROM visitors v WHERE v.id = ${visitorId}::uuid FOR NO KEY UPDATE`;

/** Returns the questions of the conversation's site, and keeps the conversation from being deleted. */
export const questionsOf = (own: Prisma.Sql) => Prisma.sql`
  SELECT s.questions FROM conversations c JOIN sites s ON s.id = c.site_id WHERE ${own} FOR KEY SHARE OF c`;

export type Given = Pick<AnswerRow, "question" | "label" | "value">;

/**
 * Stores a visitor's answers in a conversation, without those to questions that they answered before. It's a statement of its
 * own after `lockAnswering`, so it sees commits made before the lock. Returns their conversations, if anything was stored.
 */
export const storeAnswers = (
  { visitorId, siteId }: VisitorScope,
  own: Prisma.Sql,
  given: readonly Given[],
) => Prisma.sql`
  WITH known AS MATERIALIZED (
    SELECT a.question FROM conversations o JOIN answers a ON a.conversation_id = o.id WHERE o.visitor_id = ${visitorId}::uuid
  ), answer AS (
    INSERT INTO answers (conversation_id, question, label, value, created_at)
    SELECT c.id, given.question, given.label, given.value, now()
    FROM conversations c, jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (question text, label text, value text)
    WHERE ${own} AND given.question NOT IN (SELECT question FROM known)
    RETURNING conversation_id, question
  ), visitor AS (
    UPDATE visitors v SET has_answers = true, updated_at = now()
    WHERE v.id = ${visitorId}::uuid AND EXISTS (SELECT FROM answer)
  ), changed AS (
    UPDATE conversations c SET ${NEXT_VERSION}
    WHERE c.visitor_id = ${visitorId}::uuid AND c.site_id = ${siteId}::uuid AND EXISTS (SELECT FROM answer)
    RETURNING c.*
  ), delivery AS (${storeDeliveries(Prisma.sql`
    SELECT c.site_id, c.workspace_id, c.id AS conversation_id, NULL::uuid AS message_id, 'conversation.updated' AS type,
      ${conversationData(Prisma.sql`jsonb_build_object('answers', (SELECT jsonb_agg(question) FROM answer))`)} AS data
    FROM changed c WHERE NOT c.is_spam AND c.id = (SELECT conversation_id FROM answer LIMIT 1)`)}
  )
  SELECT ${CONVERSATION_REF} FROM changed c`;
