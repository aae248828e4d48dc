import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/statements.ts";
import { IS_SETTLED } from "../../base/changes/statements.ts";
import type { AutoCloseQuery } from "./schema.ts";

const COUNTED_MAX = 1_000;

type Rule = { days: Prisma.Sql; spares: Prisma.Sql };

/** When anything last happened in a conversation, `c`, that someone may still look at: a message, a note or an event. */
export const LAST_ACTIVE = Prisma.sql`greatest(c.last_message_at, c.idle_since)`;

/**
 * Matches conversations, `c`, that are closed automatically by a rule: the team had the last word, or said that the visitor's
 * needs no reply, nothing has happened for so many days, and no one has it marked. PostgreSQL compares only columns of the row
 * again under its lock, so whatever marks a conversation also moves `idle_since`.
 */
export const isIdle = ({ days, spares }: Rule) => Prisma.sql`
  c.status = 'open' AND NOT c.is_spam AND c.waiting_since IS NULL AND c.snoozed_at IS NULL AND c.owner_unread_count = 0
  AND (c.last_message_by = 'owner' OR ${IS_SETTLED})
  AND ${LAST_ACTIVE} < now() - make_interval(days => ${days})
  AND NOT (c.is_starred AND 'starred' = ANY (${spares})) AND NOT (c.note_seq > 0 AND 'noted' = ANY (${spares}))
  AND NOT EXISTS (SELECT FROM reads r WHERE r.conversation_id = c.id AND r.is_marked)`;

/** Matches a superset of those of a site, by the order of its list. A woken conversation's period is that of its waking. */
export const isOfPeriod = ({ days }: Pick<Rule, "days">) => Prisma.sql`
  c.status = 'open' AND c.last_message_period <= period_of(now() - make_interval(days => ${days}))`;

/**
 * Counts the conversations of a site that a rule would close now: all of them, and those active since the rule was turned on.
 * In SQL, because its conditions are those of the statement that closes.
 */
export function countIdleOf(scope: OwnerScope, siteId: string, { days, spares }: AutoCloseQuery): Prisma.Sql {
  const rule = { days: Prisma.sql`${days}::int`, spares: Prisma.sql`${spares}::text[]` };
  const idle = (more: Prisma.Sql) => Prisma.sql`(
    SELECT count(*)::int FROM (
      SELECT FROM conversations c WHERE c.site_id = s.id AND ${isOfPeriod(rule)} AND ${isIdle(rule)} ${more}
      LIMIT ${COUNTED_MAX}
    ) counted
  )`;
  return Prisma.sql`
    SELECT ${idle(Prisma.empty)} AS "all", CASE WHEN s.auto_close_days IS NULL THEN 0
      ELSE ${idle(Prisma.sql`AND ${LAST_ACTIVE} >= s.auto_close_since`)} END AS "sinceTurnedOn"
    FROM sites s WHERE ${ownSite(scope, siteId)}`;
}
