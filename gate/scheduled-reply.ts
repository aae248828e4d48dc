import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { query } from "#platform/database/database.ts";
import { oidcProvider } from "#platform/oidc/provider.ts";
import { Prisma } from "#prisma-client";
import { type MembershipRow, memberScope, membershipOf } from "./membership.ts";

type Scheduled = { id: string; userId: string; conversationId: string; apiKeyId: string | null };

/**
 * Admits the writer of a scheduled reply to its conversation, by the access they have when it's sent. Null if they have none, or if
 * the API key that scheduled it was revoked. Otherwise the reply is their session: logging out doesn't stop it.
 */
export async function ownerOfScheduledReply({
  id,
  userId,
  conversationId,
  apiKeyId,
}: Scheduled): Promise<OwnerScope | null> {
  const [row] = await query<MembershipRow>(Prisma.sql`
    SELECT member.*
    FROM users u, conversations c CROSS JOIN LATERAL (
      ${membershipOf(
        Prisma.sql`
        m.workspace_id = c.workspace_id AND m.user_id = ${userId}::uuid
        AND (m.site_ids IS NULL OR c.site_id = ANY (m.site_ids))`,
        // Someone who was logged in created the key, as for a request with it.
        Prisma.sql`${apiKeyId}::uuid IS NOT NULL OR EXISTS (
          SELECT FROM oidc_identities i WHERE i.user_id = m.user_id AND i.issuer = ${oidcProvider()?.issuer ?? null}
        )`,
      )}
    ) member
    WHERE (${apiKeyId}::uuid IS NULL OR EXISTS (SELECT FROM api_keys k WHERE k.id = ${apiKeyId}::uuid AND k.user_id = u.id))
      AND u.id = ${userId}::uuid AND u.closed_at IS NULL AND u.disabled_at IS NULL
      AND c.id = ${conversationId}::uuid AND EXISTS (SELECT FROM sites s WHERE s.id = c.site_id AND s.closed_at IS NULL)`);
  if (!row || row.isFactorMissing || row.isOidcMissing) return null;
  const via = apiKeyId === null ? "session" : "key";
  const person = { userId, sessionId: apiKeyId ?? id, access: "write", tokenEndsAt: null, via } as const;
  return memberScope(person, row, { id: null, isValid: true });
}
