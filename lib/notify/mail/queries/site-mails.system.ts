import { query } from "#platform/database/database.ts";
import { env } from "#platform/env.ts";
import { Prisma } from "#prisma-client";

type Sent = { ofSite: number; ofWorkspace: number; siteFreeAt: Date | null; workspaceFreeAt: Date | null };

/** What counts together: all emails of a kind, or of alerts to members, those to one of them. */
type Counted =
  | { kind: "owner_alert" | "visitor_answer" | "visitor_rating" | "transcript" | "confirm_transcript" }
  | { kind: "member_alert"; userId: string | null };

/**
 * Returns when a site may send its next email of a kind, or null for now. Past the site's or the workspace's limit,
 * all emails of that kind wait and are combined later. Those to the owner don't wait for those to visitors.
 */
export async function nextMailOfSite(siteId: string, counted: Counted): Promise<Date | null> {
  const { LIMIT_MAIL_SITE, LIMIT_MAIL_WORKSPACE, RATE_LIMITS } = env();
  if (RATE_LIMITS === "off") return null;
  const isTheirs = counted.kind === "member_alert" ? Prisma.sql`user_id = ${counted.userId}::uuid` : Prisma.sql`true`;
  const isOfSite = Prisma.sql`FILTER (WHERE site_id = ${siteId}::uuid)`;
  const [sent] = await query<Sent>(Prisma.sql`
    SELECT count(*) ${isOfSite}::int AS "ofSite", max(sent_at) ${isOfSite} + interval '1 hour' AS "siteFreeAt",
      count(*)::int AS "ofWorkspace", max(sent_at) + interval '1 hour' AS "workspaceFreeAt"
    FROM mails
    WHERE workspace_id = (SELECT workspace_id FROM sites WHERE id = ${siteId}::uuid)
      AND status = 'sent' AND kind = ${counted.kind} AND ${isTheirs} AND sent_at > now() - interval '1 hour'`);
  if (!sent) return null;
  if (sent.ofWorkspace >= LIMIT_MAIL_WORKSPACE) return sent.workspaceFreeAt;
  return sent.ofSite >= LIMIT_MAIL_SITE ? sent.siteFreeAt : null;
}
