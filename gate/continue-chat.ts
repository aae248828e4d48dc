import { mintVisitorScope } from "#lib/base/access/scopes.ts";
import { IS_BOUNCED, isHashOf, UNMARKED } from "#lib/outbox/mail-queue/visitor-statements.ts";
import { signVisitorToken } from "#lib/widget/widget-sessions/widget-token.ts";
import { hashOfToken } from "#platform/crypto/one-time-token.ts";
import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";

export type ContinuedChat = { siteKey: string; visitorId: string; visitorToken: string };

type Row = { siteId: string; siteKey: string; visitorId: string; externalId: string | null };

/**
 * Turns the browser with an email's link into the visitor who got the email, which confirms their address if it's still the same.
 * The link works once, and never for a verified visitor, who needs the site's own hash. Throws `link_gone`.
 */
export async function continueChat(token: string): Promise<ContinuedChat> {
  const [row] = await query<Row>(Prisma.sql`
    WITH used AS (
    UPDATE one_time_links l SET used_at = now()
    FROM visitors v JOIN sites s ON s.id = v.site_id
    WHERE l.token_hash = ${hashOfToken(token)} AND l.kind = 'chat' AND l.used_at IS NULL AND l.expires_at > now()
      AND v.id = l.visitor_id AND v.blocked_at IS NULL AND NOT v.verified AND s.closed_at IS NULL
    RETURNING v.id AS "visitorId", v.external_id AS "externalId", s.id AS "siteId", s.public_key AS "siteKey",
      l.stands_for
    ), confirmed AS (
      UPDATE visitors v SET confirmed_email = v.email, ${UNMARKED} FROM used
      WHERE v.id = used."visitorId" AND ${isHashOf(Prisma.sql`used.stands_for`)}
        AND (v.confirmed_email IS DISTINCT FROM v.email OR ${IS_BOUNCED})
    )
    SELECT "visitorId", "externalId", "siteId", "siteKey" FROM used`);
  if (!row) throw new AppError("link_gone");
  const scope = mintVisitorScope({ ...row, isVerified: false, tokenEndsAt: null });
  return { siteKey: row.siteKey, visitorId: row.visitorId, visitorToken: await signVisitorToken(scope) };
}
