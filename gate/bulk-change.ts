import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { query } from "#platform/database/database.ts";
import { oidcProvider } from "#platform/oidc/provider.ts";
import { Prisma } from "#prisma-client";
import { type MembershipRow, memberScope, membershipOf } from "./membership.ts";

type Row = MembershipRow & { userId: string; keyId: string | null };

/**
 * Admits the person who asked for a bulk change to its workspace, by the access they have now. Null if they have none, or if the
 * API key they used was revoked. The bulk change is their session.
 */
export async function personOfBulkChange(bulkChangeId: string): Promise<OwnerScope | null> {
  const [row] = await query<Row>(Prisma.sql`
    SELECT b.user_id AS "userId", b.key_id AS "keyId", member.*
    FROM bulk_changes b JOIN users u ON u.id = b.user_id AND u.closed_at IS NULL AND u.disabled_at IS NULL
    CROSS JOIN LATERAL (
      ${membershipOf(
        Prisma.sql`m.workspace_id = b.workspace_id AND m.user_id = b.user_id`,
        Prisma.sql`b.key_id IS NOT NULL OR EXISTS (
          SELECT FROM oidc_identities i WHERE i.user_id = m.user_id AND i.issuer = ${oidcProvider()?.issuer ?? null}
        )`,
      )}
    ) member
    WHERE b.id = ${bulkChangeId}::uuid AND (b.key_id IS NULL OR EXISTS (SELECT FROM api_keys k WHERE k.id = b.key_id))`);
  if (!row || row.isFactorMissing || row.isOidcMissing) return null;
  const { userId, keyId, ...membership } = row;
  const via = keyId === null ? "session" : "key";
  const person = { userId, sessionId: keyId ?? bulkChangeId, access: "write", tokenEndsAt: null, via } as const;
  return memberScope(person, membership, { id: null, isValid: true });
}
