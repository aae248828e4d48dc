import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { query } from "#platform/database/database.ts";
import { oidcProvider } from "#platform/oidc/provider.ts";
import { Prisma } from "#prisma-client";
import { type MembershipRow, memberScope, membershipOf } from "./membership.ts";

type Scheduled = { id: string; userId: string; conversationId: string; via: "session" | "key" };

/**
 * Admits the writer of a scheduled reply to its conversation, by the access they have when it's sent. Null if they have none. The
 * reply is their session.
 */
export async function ownerOfScheduledReply({ id, userId, conversationId, via }: Scheduled): Promise<OwnerScope | null> {
  const [row] = await query<MembershipRow>(Prisma.sql`
    SELECT member.*
    FROM users u, conversations c CROSS JOIN LATERAL (
      ${membershipOf(
        Prisma.sql`
        m.workspace_id = c.workspace_id AND m.user_id = ${userId}::uuid
        AND (m.site_ids IS NULL OR c.site_id = ANY (m.site_ids))`,
        Prisma.sql`EXISTS (
          SELECT FROM oidc_identities i WHERE i.user_id = m.user_id AND i.issuer = ${oidcProvider()?.issuer ?? null}
        )`,
      )}
    ) member
    WHERE u.id = ${userId}::uuid AND u.closed_at IS NULL AND u.disabled_at IS NULL
      AND c.id = ${conversationId}::uuid AND EXISTS (SELECT FROM sites s WHERE s.id = c.site_id AND s.closed_at IS NULL)`);
  if (!row || row.isFactorMissing || row.isOidcMissing) return null;
  const person = { userId, sessionId: id, access: "write", tokenEndsAt: null, via } as const;
  return memberScope(person, row, { id: null, isValid: true });
}
