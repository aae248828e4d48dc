import { Prisma } from "#prisma-client";
import { CONVERSATION_REF, NEXT_VERSION } from "../../base/changes/statements.ts";
import { conversationData, storeDeliveries } from "../../outbox/webhooks/statements.ts";
import type { RatedVia } from "./schema.ts";

/** A Ratable as the database builds it. */
export type RatableRow = { close: number; score?: number; comment?: string; until: string };

/*
 * A close can be rated for some days if a person made it, someone had replied since the conversation was opened and since the last
 * rated close, and its site asked for ratings by then; a rating can be changed for a day. API keys are programs', and what the
 * service closes isn't rated.
 */
const BY_PERSON = Prisma.sql`e.via IN ('session', 'telegram', 'email')`;
const IS_ASKED = Prisma.sql`
  EXISTS (SELECT FROM visitors v WHERE v.id = c.visitor_id AND v.blocked_at IS NULL AND NOT v.is_test)`;

/**
 * An expression: what of a conversation, `c`, its visitor may rate now, a RatableRow, or null. It's quick for open ones. `close`
 * is its last close, unless `which` names another, and `days` is for how long a close can be rated.
 */
const ratable = (days: number, which?: Prisma.Sql) => {
  const until = Prisma.sql`coalesce(r.rated_at + interval '1 day', e.created_at + make_interval(days => ${Prisma.raw(String(days))}))`;
  return Prisma.sql`
    SELECT jsonb_strip_nulls(jsonb_build_object('close', e.seq, 'score', r.score, 'comment', r.comment, 'until', ${until}))
    FROM sites s
    CROSS JOIN LATERAL (
      SELECT * FROM conversation_events WHERE conversation_id = c.id AND kind = 'closed' ORDER BY seq DESC LIMIT 1
    ) e
    LEFT JOIN ratings r ON r.conversation_id = c.id AND r.close_seq = e.seq
    WHERE s.id = c.site_id AND s.asks_rating AND e.created_at >= s.asks_rating_since AND ${BY_PERSON} AND ${until} > now()
      ${which ? Prisma.sql`AND e.seq = ${which}` : Prisma.empty} AND ${IS_ASKED}
      AND last_message_seq(c.id, 'owner') >= greatest(c.opened_seq, (
        SELECT max(closed.after_seq) + 1 FROM ratings rated
        JOIN conversation_events closed ON closed.conversation_id = c.id AND closed.seq = rated.close_seq
        WHERE rated.conversation_id = c.id AND rated.close_seq < e.seq
      ))`;
};

const IS_CLOSED = Prisma.sql`c.status = 'closed' AND NOT c.is_spam`;

/** The same in the widget, for the last close. */
export const RATABLE = Prisma.sql`CASE WHEN ${IS_CLOSED} THEN (${ratable(14)}) END`;

/** For how many days the link of an email works. */
export const LINK_DAYS = 30;

/** The same for a close that an email's link names, by its `seq`. A rating of it stays changeable for its day, also after a reopening. */
export const ratableByLink = (seq: Prisma.Sql) =>
  Prisma.sql`coalesce(
    (SELECT jsonb_strip_nulls(jsonb_build_object('close', r.close_seq, 'score', r.score, 'comment', r.comment,
        'until', r.rated_at + interval '1 day'))
      FROM ratings r
      WHERE r.conversation_id = c.id AND r.close_seq = ${seq} AND r.rated_at > now() - interval '1 day'
        AND NOT c.is_spam AND ${IS_ASKED}),
    CASE WHEN ${IS_CLOSED} THEN (${ratable(LINK_DAYS, seq)}) END)`;

/** Matches the conversation, `c`, that's rated. */
export const isRated = (conversationId: string) => Prisma.sql`c.id = ${conversationId}::uuid`;

/** Matches the conversation, `c`, of a link, unless its visitor is blocked or its account closed. */
export const isOfLink = (conversationId: string) => Prisma.sql`
  c.id = ${conversationId}::uuid
  AND EXISTS (SELECT FROM visitors v WHERE v.id = c.visitor_id AND v.blocked_at IS NULL)
  AND EXISTS (SELECT FROM sites s WHERE s.id = c.site_id AND s.closed_at IS NULL)`;

/** Locks the conversation that's rated. A close or a reopening, and the rating, come one after the other. */
export const lockRated = (own: Prisma.Sql) =>
  Prisma.sql`SELECT c.id FROM conversations c WHERE ${own} FOR NO KEY UPDATE`;

/** What of the conversation was ratable before, until when the rating can be changed, and whether this changed anything. */
export type RatedRow = { ratable: RatableRow | null; until: Date; isChanged: boolean };

/** A rating to store: what of the conversation can be rated, an expression, and where it was. Without `comment`, that one stays. */
type NewRating = {
  close: number;
  score: number;
  comment?: string | null | undefined;
  ratable: Prisma.Sql;
  via: RatedVia;
};

/**
 * Stores a visitor's rating of a close. It's a statement of its own after `lockRated`, so it sees commits made before the lock.
 * A new score is a line of the thread, written here and not by the trigger, because this is the only statement that rates.
 */
export function storeRating(own: Prisma.Sql, { close, score, comment, ratable, via }: NewRating): Prisma.Sql {
  const kept = comment === undefined ? Prisma.sql`ratings.comment` : Prisma.sql`excluded.comment`;
  return Prisma.sql`
  WITH ratable AS MATERIALIZED (
    SELECT c.id, ${ratable} AS ratable FROM conversations c WHERE ${own}
  ), rated AS (
    INSERT INTO ratings (conversation_id, close_seq, score, comment, via, rated_at, updated_at)
    SELECT id, ${close}::int, ${score}::smallint, ${comment ?? null}, ${via}, now(), now()
    FROM ratable WHERE (ratable->>'close')::int = ${close}
    ON CONFLICT (conversation_id, close_seq) DO UPDATE
      SET score = excluded.score, comment = ${kept}, via = excluded.via, updated_at = excluded.updated_at
      WHERE (ratings.score, ratings.comment) IS DISTINCT FROM (excluded.score, ${kept})
    RETURNING conversation_id
  ), event AS (
    INSERT INTO conversation_events (conversation_id, seq, after_seq, kind, via, score, created_at)
    SELECT c.id, c.event_seq + 1, c.last_seq, 'rated', 'visitor', ${score}::smallint, clock_timestamp()
    FROM rated JOIN ratable ON ratable.id = rated.conversation_id JOIN conversations c ON c.id = ratable.id
    WHERE (ratable.ratable->>'score')::int IS DISTINCT FROM ${score}
    RETURNING seq
  ), changed AS (
    UPDATE conversations c SET
      -- With an email's link, an earlier close may be rated after a later one.
      rating = coalesce((
        SELECT r.score FROM ratings r WHERE r.conversation_id = c.id AND r.close_seq > ${close} ORDER BY r.close_seq DESC LIMIT 1
      ), ${score}::smallint),
      event_seq = greatest(c.event_seq, (SELECT seq FROM event)),
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
}
