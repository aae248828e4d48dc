import { Prisma } from "#prisma-client";

type Rule = { days: Prisma.Sql; spares: Prisma.Sql };

/** When anything last happened in a conversation, `c`, that someone may still look at: a message, a note or an event. */
export const LAST_ACTIVE = Prisma.sql`greatest(c.last_message_at, c.idle_since)`;

/**
 * Matches conversations, `c`, that are closed automatically by a rule: the team had the last word, or said that the visitor's
 * needs no reply, and nothing has happened for so many days. PostgreSQL compares only columns of the row again under its lock,
 * so it names nothing else.
 */
export const isIdle = ({ days, spares }: Rule) => Prisma.sql`
  c.status = 'open' AND NOT c.is_spam AND c.waiting_since IS NULL AND c.snoozed_at IS NULL AND c.owner_unread_count = 0
  AND (c.last_message_by = 'owner' OR c.settled_seq = c.last_seq)
  AND ${LAST_ACTIVE} < now() - make_interval(days => ${days})
  AND NOT (c.is_starred AND 'starred' = ANY (${spares})) AND NOT (c.note_seq > 0 AND 'noted' = ANY (${spares}))`;

/** Matches a superset of those of a site, by the order of its list. A woken conversation's period is that of its waking. */
export const isOfPeriod = ({ days }: Pick<Rule, "days">) => Prisma.sql`
  c.status = 'open' AND c.last_message_period <= period_of(now() - make_interval(days => ${days}))`;
