import { mintVisitorScope, type VisitorScope } from "#lib/base/access/scopes.ts";
import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";

type Row = Pick<VisitorScope, "visitorId" | "externalId" | "siteId" | "siteKey" | "isVerified">;

/** Admits the visitor of a conversation, whose address an email was sent to. Null if they're blocked, or their site is gone. */
export async function visitorOfMail(conversationId: string): Promise<VisitorScope | null> {
  const [row] = await query<Row>(Prisma.sql`
    SELECT v.id AS "visitorId", v.external_id AS "externalId", v.verified AS "isVerified", s.id AS "siteId",
      s.public_key AS "siteKey"
    FROM conversations c JOIN visitors v ON v.id = c.visitor_id JOIN sites s ON s.id = c.site_id
    WHERE c.id = ${conversationId}::uuid AND v.blocked_at IS NULL AND s.closed_at IS NULL`);
  return row ? mintVisitorScope({ ...row, tokenEndsAt: null }) : null;
}
