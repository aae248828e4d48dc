import { Prisma } from "#prisma-client";
import { query } from "../../db.ts";
import { env } from "../../env.ts";

/**
 * When a site may send its next mail of a kind; null where that is now. Above its limit all of that kind waits, and goes together
 * later: those to the owner do not wait for those to visitors.
 */
export async function nextMailOfSite(siteId: string, kind: "owner_alert" | "visitor_answer"): Promise<Date | null> {
  const { LIMIT_MAIL_SITE, RATE_LIMITS } = env();
  if (RATE_LIMITS === "off") return null;
  const [row] = await query<{ count: number; freeAt: Date }>(Prisma.sql`
    SELECT count(*)::int AS count, max(sent_at) + interval '1 hour' AS "freeAt"
    FROM mails WHERE site_id = ${siteId}::uuid AND created_at > now() - interval '3 days'
      AND status = 'sent' AND kind = ${kind} AND sent_at > now() - interval '1 hour'`);
  return row && row.count >= LIMIT_MAIL_SITE ? row.freeAt : null;
}
