import { query } from "#platform/database/database.ts";
import { env } from "#platform/env.ts";
import { Prisma } from "#prisma-client";

type Sent = { ofSite: number; ofWorkspace: number; siteFreeAt: Date; workspaceFreeAt: Date };

/**
 * When a site may send its next mail of a kind; null where that is now. Above its limit, or its workspace's, all of that kind
 * waits, and goes together later: those to the owner do not wait for those to visitors.
 */
export async function nextMailOfSite(siteId: string, kind: "owner_alert" | "visitor_answer"): Promise<Date | null> {
  const { LIMIT_MAIL_SITE, LIMIT_MAIL_WORKSPACE, RATE_LIMITS } = env();
  if (RATE_LIMITS === "off") return null;
  const isOfSite = Prisma.sql`FILTER (WHERE site_id = ${siteId}::uuid)`;
  const [sent] = await query<Sent>(Prisma.sql`
    SELECT count(*) ${isOfSite}::int AS "ofSite", max(sent_at) ${isOfSite} + interval '1 hour' AS "siteFreeAt",
      count(*)::int AS "ofWorkspace", max(sent_at) + interval '1 hour' AS "workspaceFreeAt"
    FROM mails
    WHERE workspace_id = (SELECT workspace_id FROM sites WHERE id = ${siteId}::uuid)
      AND status = 'sent' AND kind = ${kind} AND sent_at > now() - interval '1 hour'`);
  if (!sent) return null;
  if (sent.ofWorkspace >= LIMIT_MAIL_WORKSPACE) return sent.workspaceFreeAt;
  return sent.ofSite >= LIMIT_MAIL_SITE ? sent.siteFreeAt : null;
}
