import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { DAY_MS, openMs, openTimes } from "../../sites/hours/open-times.ts";
import { rulesOf, type StoredHours } from "../../sites/hours/rules.ts";
import { HOURS_COLUMNS } from "../../sites/hours/statements.ts";

const SITES_AT_ONCE = 50;
const CONVERSATIONS_MAX = 1_000;
const REPLIES_MIN = 10;
const DAYS_COUNTED = 14;
const MINUTE_MS = 60_000;
const COUNTED = Prisma.sql`now() - make_interval(days => ${DAYS_COUNTED}::int)`;

// Sites whose number is an hour old.
const DUE = Prisma.sql`
  s.shows_reply_time AND s.closed_at IS NULL
  AND (s.reply_counted_at IS NULL OR s.reply_counted_at < now() - interval '1 hour')`;

/** A SELECT of a site's first replies, `r`. */
const firstReplies = (siteId: Prisma.Sql) => Prisma.sql`
  SELECT c.created_at, c.first_reply_at
  FROM (
    SELECT first_reply_at, created_at, visitor_id, is_spam FROM conversations
    WHERE site_id = ${siteId} AND last_message_period >= ${COUNTED}
    ORDER BY last_message_period DESC LIMIT ${CONVERSATIONS_MAX}
  ) c
  WHERE c.first_reply_at IS NOT NULL AND c.created_at >= ${COUNTED} AND NOT c.is_spam
    AND NOT EXISTS (SELECT FROM visitors v WHERE v.id = c.visitor_id AND v.is_test)`;

/**
 * Counts how soon visitors of some sites usually get their first reply: the median of the last 14 days, in minutes. For sites
 * with hours, only open times count. Returns how many were counted.
 */
export async function countReplyTimes(): Promise<number> {
  const counted = await query(Prisma.sql`
    WITH due AS MATERIALIZED (
      SELECT id FROM sites s WHERE ${DUE} AND NOT EXISTS (SELECT FROM site_hours h WHERE h.site_id = s.id)
      LIMIT ${SITES_AT_ONCE} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE sites SET reply_counted_at = now(), reply_minutes = usual.minutes
    FROM due CROSS JOIN LATERAL (
      SELECT CASE WHEN replies.count >= ${REPLIES_MIN} AND median <= interval '1 day'
        THEN greatest(1, ceil(extract(epoch FROM median) / 60))::int END AS minutes
      FROM (
        SELECT count(*) AS count, percentile_disc(0.5) WITHIN GROUP (ORDER BY r.first_reply_at - r.created_at) AS median
        FROM (${firstReplies(Prisma.sql`due.id`)}) r
      ) replies
    ) usual
    WHERE sites.id = due.id
    RETURNING sites.id`);
  let withHours = 0;
  while (withHours < SITES_AT_ONCE && (await countWithHours())) withHours += 1;
  return counted.length + withHours;
}

type Claimed = StoredHours & { countedAt: Date };
type Reply = { askedAt: Date; repliedAt: Date };

/** Counts one site that has hours, which the database can't compute. Changed hours take the claim away. */
async function countWithHours(): Promise<boolean> {
  const [site] = await query<Claimed>(Prisma.sql`
    UPDATE sites SET reply_counted_at = now() FROM site_hours h
    WHERE h.site_id = sites.id AND sites.id = (
      SELECT s.id FROM sites s JOIN site_hours its ON its.site_id = s.id WHERE ${DUE}
      LIMIT 1 FOR NO KEY UPDATE OF s SKIP LOCKED
    )
    RETURNING ${HOURS_COLUMNS}, reply_counted_at AS "countedAt"`);
  if (!site) return false;
  const replies = await query<Reply>(Prisma.sql`
    SELECT r.created_at AS "askedAt", r.first_reply_at AS "repliedAt"
    FROM (${firstReplies(Prisma.sql`${site.siteId}::uuid`)}) r`);
  await query(Prisma.sql`
    UPDATE sites SET reply_minutes = ${minutesOf(site, replies)}
    WHERE id = ${site.siteId}::uuid AND reply_counted_at = ${site.countedAt}`);
  return true;
}

/** The median in open times. A reply without any in between says nothing about them, and one that takes days nothing to promise. */
function minutesOf(site: Claimed, replies: Reply[]): number | null {
  const { hours, closure } = rulesOf(site);
  const now = site.countedAt.getTime();
  const spans = openTimes(hours, closure, now - DAYS_COUNTED * DAY_MS, now);
  const took = replies
    .map(({ askedAt, repliedAt }) => openMs(spans, askedAt.getTime(), repliedAt.getTime()))
    .filter((ms) => ms > 0)
    .toSorted((a, b) => a - b);
  const median = took[Math.ceil(took.length / 2) - 1];
  if (median === undefined || took.length < REPLIES_MIN) return null;
  const longest = Math.min(DAY_MS, Math.max(...spans.map(([opens, closes]) => closes - opens)));
  return median <= longest ? Math.ceil(median / MINUTE_MS) : null;
}
