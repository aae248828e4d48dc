import { mintVisitorScope, type VisitorScope } from "#lib/base/access/scopes.ts";
import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";

type Row = { siteId: string; siteKey: string; visitorId: string; externalId: string | null; isVerified: boolean };

/**
 * Returns the scope of a conversation's visitor: for an email that sends it to their confirmed address, or for one that they sent to
 * an address of the conversation. Null if it or its site is gone, or the visitor is blocked.
 */
export async function visitorOfConversation(conversationId: string): Promise<VisitorScope | null> {
  const [row] = await query<Row>(Prisma.sql`
    SELECT v.id AS "visitorId", v.external_id AS "externalId", v.verified AS "isVerified", s.id AS "siteId",
      s.public_key AS "siteKey"
    FROM conversations c JOIN visitors v ON v.id = c.visitor_id JOIN sites s ON s.id = c.site_id
    WHERE c.id = ${conversationId}::uuid AND v.blocked_at IS NULL AND s.closed_at IS NULL`);
  return row ? mintVisitorScope({ ...row, tokenEndsAt: null }) : null;
}
