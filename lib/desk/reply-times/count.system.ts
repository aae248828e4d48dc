import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";

const SITES_AT_ONCE = 50;
const CONVERSATIONS_MAX = 1_000;
const REPLIES_MIN = 10;
const COUNTED = Prisma.sql`now() - interval '14 days'`;

/**
 * Counts how soon visitors of some sites usually get their first reply: the median of the last 14 days, in minutes.
 * Sites whose number is an hour old are due. Returns how many were counted.
 */
export async function countReplyTimes(): Promise<number> {
  const counted = await query(Prisma.sql`
    WITH due AS MATERIALIZED (
      SELECT id FROM sites
      WHERE shows_reply_time AND closed_at IS NULL
        AND (reply_counted_at IS NULL OR reply_counted_at < now() - interval '1 hour')
      LIMIT ${SITES_AT_ONCE} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE sites SET reply_counted_at = now(), reply_minutes = usual.minutes
    FROM due CROSS JOIN LATERAL (
      SELECT CASE WHEN replies.count >= ${REPLIES_MIN} AND median <= interval '1 day'
        THEN greatest(1, ceil(extract(epoch FROM median) / 60))::int END AS minutes
      FROM (
        SELECT count(*) AS count, percentile_disc(0.5) WITHIN GROUP (ORDER BY c.first_reply_at - c.created_at) AS median
        FROM (
          SELECT first_reply_at, created_at, visitor_id, is_spam FROM conversations
          WHERE site_id = due.id AND last_message_period >= ${COUNTED}
          ORDER BY last_message_period DESC LIMIT ${CONVERSATIONS_MAX}
        ) c
        WHERE c.first_reply_at IS NOT NULL AND c.created_at >= ${COUNTED} AND NOT c.is_spam
          AND NOT EXISTS (SELECT FROM visitors v WHERE v.id = c.visitor_id AND v.is_test)
      ) replies
    ) usual
    WHERE sites.id = due.id
    RETURNING sites.id`);
  return counted.length;
}
