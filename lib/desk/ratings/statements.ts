import { Prisma } from "#prisma-client";
import { CONVERSATION_REF, NEXT_VERSION } from "../../base/changes/statements.ts";
import { conversationData, storeDeliveries } from "../../outbox/webhooks/statements.ts";
import type { RateBody } from "./schema.ts";

/** A Ratable as the database builds it. */
export type RatableRow = { close: number; score?: number; comment?: string; until: string };

/*
 * A close can be rated for 14 days if a person made it, someone had replied since the conversation was opened and since the last
 * rated close, and its site asked for ratings by then; a rating can be changed for a day. API keys are programs', and what the
 * service closes isn't rated.
 */
const BY_PERSON = Prisma.sql`e.via IN ('session', 'telegram')`;

/** An expression: what of a conversation, `c`, its visitor may rate now, a RatableRow, or null. It's quick for open ones. */
export const RATABLE = Prisma.sql`
  CASE WHEN c.status = 'closed' AND NOT c.is_spam THEN (
    SELECT jsonb_strip_nulls(jsonb_build_object('close', e.seq, 'score', r.score, 'comment', r.comment, 'until', coalesce(
      r.rated_at + interval '1 day', e.created_at + interval '14 days')))
    FROM sites s
    CROSS JOIN LATERAL (
      SELECT * FROM conversation_events WHERE conversation_id = c.id AND kind = 'closed' ORDER BY seq DESC LIMIT 1
    ) e
    LEFT JOIN ratings r ON r.conversation_id = c.id AND r.close_seq = e.seq
    WHERE s.id = c.site_id AND s.asks_rating AND e.created_at >= s.asks_rating_since AND ${BY_PERSON}
      AND coalesce(r.rated_at + interval '1 day', e.created_at + interval '14 days') > now()
      AND EXISTS (SELECT FROM visitors v WHERE v.id = c.visitor_id AND v.blocked_at IS NULL AND NOT v.is_test)
      AND last_message_seq(c.id, 'owner') >= greatest(c.opened_seq, (
        SELECT max(after_seq) + 1 FROM conversation_events WHERE conversation_id = c.id AND kind = 'rated' AND seq < e.seq
      ))
  ) END`;

/** Matches the conversation, `c`, that's rated. */
export const isRated = (conversationId: string) => Prisma.sql`c.id = ${conversationId}::uuid`;

/** Locks the conversation that's rated. A close or a reopening, and the rating, come one after the other. */
export const lockRated = (own: Prisma.Sql) =>
  Prisma.sql`SELECT c.id FROM conversations c WHERE ${own} FOR NO KEY UPDATE`;

/** What of the conversation was ratable before, until when the rating can be changed, and whether this changed anything. */
export type RatedRow = { ratable: RatableRow | null; until: Date; isChanged: boolean };

/**
 * Stores a visitor's rating of a close. It's a statement of its own after `lockRated`, so it sees commits made before the lock.
 * A new score is a line of the thread, written here and not by the trigger, because this is the only statement that rates.
 */
export const storeRating = (own: Prisma.Sql, { close, score, comment }: RateBody) => Prisma.sql`
  WITH ratable AS MATERIALIZED (
    SELECT c.id, ${RATABLE} AS ratable FROM conversations c WHERE ${own}
  ), rated AS (
    INSERT INTO ratings (conversation_id, close_seq, score, comment, rated_at, updated_at)
    SELECT id, ${close}::int, ${score}::smallint, ${comment}, now(), now() FROM ratable WHERE (ratable->>'close')::int = ${close}
    ON CONFLICT (conversation_id, close_seq) DO UPDATE
      SET score = excluded.score, comment = excluded.comment, updated_at = excluded.updated_at
      WHERE (ratings.score, ratings.comment) IS DISTINCT FROM (excluded.score, excluded.comment)
    RETURNING conversation_id
  ), event AS (
    INSERT INTO conversation_events (conversation_id, seq, after_seq, kind, via, score, created_at)
    SELECT c.id, c.event_seq + 1, c.last_seq, 'rated', 'visitor', ${score}::smallint, clock_timestamp()
    FROM rated JOIN ratable ON ratable.id = rated.conversation_id JOIN conversations c ON c.id = ratable.id
    WHERE (ratable.ratable->>'score')::int IS DISTINCT FROM ${score}
    RETURNING seq
  ), changed AS (
    UPDATE conversations c SET rating = ${score}::smallint, event_seq = greatest(c.event_seq, (SELECT seq FROM event)),
      ${NEXT_VERSION}
    FROM rated WHERE c.id = rated.conversation_id
    RETURNING c.*
  ), delivery AS (${storeDeliveries(Prisma.sql`
    SELECT c.site_id, c.workspace_id, c.id AS conversation_id, NULL::uuid AS message_id, 'conversation.rated' AS type,
      ${conversationData(Prisma.sql`jsonb_build_object('close', ${close}::int, 'score', ${score}::int)`)} AS data
    FROM changed c`)}
  )
  SELECT ${CONVERSATION_REF}, ratable.ratable, EXISTS (SELECT FROM changed) AS "isChanged",
    CASE WHEN ratable.ratable ? 'score' THEN (ratable.ratable->>'until')::timestamptz
      ELSE now()::timestamptz(3) + interval '1 day' END AS until
  FROM ratable JOIN conversations c ON c.id = ratable.id`;
