import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownConversations, ownSite } from "../../base/access/statements.ts";
import type { Counted } from "./schema.ts";
import type { OpenClock, Week } from "./weeks.ts";

/*
 * What reports count (decision 65). It's SQL because the inbox's lists have the same conditions, so that a number's list has
 * exactly what was counted.
 */

// A site has at most one test visitor.
const IS_REAL = Prisma.sql`NOT c.is_spam AND NOT EXISTS (
  SELECT FROM visitors tested WHERE tested.id = c.visitor_id AND tested.site_id = c.site_id AND tested.is_test
)`;

const FURTHER: Record<Counted, Prisma.Sql> = {
  begun: Prisma.sql`true`,
  // As the Waiting page has them.
  waiting: Prisma.sql`c.waiting_since IS NOT NULL AND c.snoozed_at IS NULL`,
  never_replied: Prisma.sql`
    c.first_reply_at IS NULL AND (c.status = 'closed' OR c.last_message_at < now() - interval '1 day')`,
  replied: Prisma.sql`c.first_reply_at IS NOT NULL`,
  rated: Prisma.sql`c.rating IS NOT NULL`,
};

/** Matches the conversations, `c`, that a number of a report counts. */
export const isCounted = (counted: Counted) => Prisma.sql`(${IS_REAL} AND ${FURTHER[counted]})`;

/** Matches the conversations, `c`, that began from a moment on, or before one. */
export const begunFrom = (from: Date | string) => Prisma.sql`c.created_at >= ${from}::timestamptz`;
export const begunBefore = (until: Date | string) => Prisma.sql`c.created_at < ${until}::timestamptz`;

const ofSite = (scope: OwnerScope, siteId: string) => Prisma.sql`
  c.site_id = ${siteId}::uuid AND EXISTS (SELECT FROM sites s WHERE ${ownSite(scope, siteId)})`;

const ms = (at: Prisma.Sql) => Prisma.sql`(extract(epoch FROM ${at}) * 1000)::float8`;

// By the number of turns until then: after an opening, the time since it is added.
const openUntil = (at: Prisma.Sql) => Prisma.sql`(
  SELECT coalesce(o.open_until[t.n], 0) + CASE WHEN t.n % 2 = 1 THEN ${ms(at)} - o.turns[t.n] ELSE 0 END
  FROM (SELECT width_bucket(${ms(at)}, o.turns) AS n) t
)`;

/** To CROSS JOIN with conversations, `c`: how long the first reply took in milliseconds, `took`, within the hours of a site that has some. */
const firstReplies = (clock: OpenClock | null) =>
  clock
    ? Prisma.sql`
      (SELECT ${clock.turns}::float8[] AS turns, ${clock.openUntil}::float8[] AS open_until) o
      CROSS JOIN LATERAL (
        SELECT CASE WHEN c.first_reply_at IS NOT NULL THEN
          ${openUntil(Prisma.sql`c.first_reply_at`)} - ${openUntil(Prisma.sql`c.created_at`)}
        END AS took
      ) r`
    : Prisma.sql`LATERAL (SELECT ${ms(Prisma.sql`c.first_reply_at`)} - ${ms(Prisma.sql`c.created_at`)} AS took) r`;

export type Wanted = { siteId: string; week: Week; clock: OpenClock | null };

export type WeekRow = {
  isCurrent: boolean;
  conversations: number;
  neverReplied: number;
  replied: number;
  took: number[] | null;
  rated: number;
  rating: number | null;
};

const counted = (which: Counted) => Prisma.sql`(count(*) FILTER (WHERE ${FURTHER[which]}))::int`;

/** A SELECT of the numbers of a week and of the one before: WeekRows. A week without conversations has none. */
export const weekNumbers = (scope: OwnerScope, { siteId, week, clock }: Wanted) => Prisma.sql`
  SELECT ${begunFrom(week.from)} AS "isCurrent", count(*)::int AS conversations, ${counted("never_replied")} AS "neverReplied",
    ${counted("replied")} AS replied, percentile_disc(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY r.took) AS took,
    ${counted("rated")} AS rated, avg(c.rating)::float8 AS rating
  FROM conversations c CROSS JOIN ${firstReplies(clock)}
  WHERE ${ofSite(scope, siteId)} AND ${begunFrom(week.before)} AND ${begunBefore(week.until)} AND ${isCounted("begun")}
  GROUP BY 1`;

/** How many waiting conversations are counted at most. */
export const WAITING_MAX = 1_000;

export type WaitingRow = { count: number; since: Date | null };

/** A SELECT of the conversations that wait, up to one more than are counted: a WaitingRow. */
export const waitingNumber = (scope: OwnerScope, siteId: string) => Prisma.sql`
  SELECT count(*)::int AS count, min(w.waiting_since) AS since
  FROM (
    SELECT c.waiting_since FROM conversations c
    WHERE ${ownConversations(scope)} AND c.site_id = ${siteId}::uuid AND ${isCounted("waiting")}
    ORDER BY c.waiting_since LIMIT ${WAITING_MAX + 1}
  ) w`;

/**
 * How many messages visitors and the team wrote in quarters of an hour since 1970, which no zone's clock divides, and what the
 * caller wrote.
 */
export type WrittenRow = {
  quarters: [quarter: number, byVisitors: number, byTeam: number][];
  replies: number;
  conversations: number;
  firstReplies: number;
  took: number | null;
};

/** A SELECT of what was written in the conversations of a week: a WrittenRow. */
export const writtenInWeek = (scope: OwnerScope, { siteId, week, clock }: Wanted) => Prisma.sql`
  WITH said AS MATERIALIZED (
    SELECT c.id, c.created_at, c.first_reply_at, m.created_at AS written_at, m.sender_type = 'owner' AS by_team,
      m.sender_type = 'owner' AND m.sender_id = ${scope.userId}::uuid AS is_own
    FROM conversations c JOIN messages m ON m.conversation_id = c.id AND m.sender_type <> 'automatic'
    WHERE ${ofSite(scope, siteId)} AND ${begunFrom(week.from)} AND ${begunBefore(week.until)} AND ${isCounted("begun")}
  ), quarters AS (
    SELECT floor(extract(epoch FROM written_at) / 900)::int AS quarter, count(*) FILTER (WHERE NOT by_team) AS by_visitors,
      count(*) FILTER (WHERE by_team) AS by_team
    FROM said GROUP BY 1
  )
  SELECT coalesce((SELECT jsonb_agg(jsonb_build_array(quarter, by_visitors, by_team)) FROM quarters), '[]') AS quarters,
    count(*)::int AS replies, count(DISTINCT c.id)::int AS conversations,
    (count(*) FILTER (WHERE c.written_at = c.first_reply_at))::int AS "firstReplies",
    percentile_disc(0.5) WITHIN GROUP (ORDER BY r.took) FILTER (WHERE c.written_at = c.first_reply_at) AS took
  FROM said c CROSS JOIN ${firstReplies(clock)} WHERE c.is_own`;
