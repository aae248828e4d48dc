import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { query } from "#platform/database/database.ts";
import { oidcProvider } from "#platform/oidc/provider.ts";
import { Prisma } from "#prisma-client";
import { type MembershipRow, memberScope, membershipOf } from "./membership.ts";

type Replying = { userId: string; conversationId: string; receivedId: string };

/**
 * Admits the person whose address an email was sent to, by the access they have now to its conversation. Null if they have none, or
 * if their own email isn't confirmed. The received email is their session.
 */
export async function ownerOfMailReply({ userId, conversationId, receivedId }: Replying): Promise<OwnerScope | null> {
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
    WHERE u.id = ${userId}::uuid AND u.closed_at IS NULL AND u.disabled_at IS NULL AND u.email_confirmed_at IS NOT NULL
      AND c.id = ${conversationId}::uuid AND EXISTS (SELECT FROM sites s WHERE s.id = c.site_id AND s.closed_at IS NULL)`);
  if (!row || row.isFactorMissing || row.isOidcMissing) return null;
  const person = { userId, sessionId: receivedId, access: "write", tokenEndsAt: null, via: "email" } as const;
  return memberScope(person, row, { id: null, isValid: true });
}
