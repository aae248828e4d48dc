import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { isMember, WORKSPACE_NAME } from "../../../base/access/statements.ts";
import { begunBefore, begunFrom, isCounted } from "../../../desk/reports/statements.ts";

/** The recipient of a daily email, with the sites that they have access to now. Null for all. */
export type DigestReader = {
  userId: string;
  email: string;
  isConfirmed: boolean;
  isBounced: boolean;
  workspaceId: string;
  workspaceName: string;
  siteIds: string[] | null;
  timeZone: string;
};

/** Returns who a daily email is for, or null if they've turned it off or lost access to the workspace. */
export async function findDigestReader(mailId: string): Promise<DigestReader | null> {
  const [row] = await query<DigestReader>(Prisma.sql`
    SELECT u.id AS "userId", u.email, u.email_confirmed_at IS NOT NULL AS "isConfirmed",
      coalesce(u.bounced_email = u.email, false) AS "isBounced", r.workspace_id AS "workspaceId",
      ${WORKSPACE_NAME} AS "workspaceName", m.site_ids AS "siteIds", m.digest_zone AS "timeZone"
    FROM mails r JOIN members m ON m.workspace_id = r.workspace_id AND m.user_id = r.user_id AND m.digest_zone IS NOT NULL
      JOIN workspaces w ON w.id = m.workspace_id JOIN users u ON u.id = m.user_id AND u.closed_at IS NULL
    WHERE r.id = ${mailId}::uuid AND ${isMember(Prisma.sql`r`)}`);
  return row ?? null;
}

/** A site that a daily email has something to say about: who waits now, and what began on the day before. */
export type DigestSite = {
  siteName: string;
  waiting: number;
  since: Date | null;
  begun: number;
  withoutReply: number;
};

type Day = { from: Date; until: Date };

/** Counts for a daily email as a report does, the sites with the most waiting visitors first. */
export const listDigestSites = ({ workspaceId, siteIds }: DigestReader, { from, until }: Day): Promise<DigestSite[]> =>
  query<DigestSite>(Prisma.sql`
    WITH waiting AS (
      SELECT c.site_id, count(*)::int AS count, min(c.waiting_since) AS since FROM conversations c
      WHERE c.workspace_id = ${workspaceId}::uuid AND ${isCounted("waiting")} GROUP BY c.site_id
    )
    SELECT s.name AS "siteName", coalesce(w.count, 0) AS waiting, w.since, y.begun, y.without_reply AS "withoutReply"
    FROM sites s LEFT JOIN waiting w ON w.site_id = s.id CROSS JOIN LATERAL (
      SELECT count(*)::int AS begun, (count(*) FILTER (WHERE c.first_reply_at IS NULL))::int AS without_reply
      FROM conversations c
      WHERE c.site_id = s.id AND ${begunFrom(from)} AND ${begunBefore(until)} AND ${isCounted("begun")}
    ) y
    WHERE s.workspace_id = ${workspaceId}::uuid AND s.closed_at IS NULL
      AND (${siteIds}::uuid[] IS NULL OR s.id = ANY (${siteIds}::uuid[])) AND (w.count > 0 OR y.begun > 0)
    ORDER BY coalesce(w.count, 0) DESC, y.begun DESC, s.id`);
