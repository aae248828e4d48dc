import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { query } from "#platform/database/database.ts";
import { oidcProvider } from "#platform/oidc/provider.ts";
import { Prisma } from "#prisma-client";
import { type MembershipRow, memberScope, membershipOf } from "./membership.ts";

type Asked = { id: string; workspaceId: string; userId: string; keyId: string | null };

/**
 * Admits the person who asked for a bulk change to its workspace, by the access they have now. Null if they have none, or if the
 * API key they used was revoked. The bulk change is their session.
 */
export async function personOfBulkChange({ id, workspaceId, userId, keyId }: Asked): Promise<OwnerScope | null> {
  const [row] = await query<MembershipRow>(Prisma.sql`
    SELECT member.*
    FROM users u CROSS JOIN LATERAL (
      ${membershipOf(
        Prisma.sql`m.workspace_id = ${workspaceId}::uuid AND m.user_id = u.id`,
        Prisma.sql`${keyId !== null} OR EXISTS (
          SELECT FROM oidc_identities i WHERE i.user_id = m.user_id AND i.issuer = ${oidcProvider()?.issuer ?? null}
        )`,
      )}
    ) member
    WHERE u.id = ${userId}::uuid AND u.closed_at IS NULL AND u.disabled_at IS NULL
      AND (${keyId}::uuid IS NULL OR EXISTS (SELECT FROM api_keys k WHERE k.id = ${keyId}::uuid))`);
  if (!row || row.isFactorMissing || row.isOidcMissing) return null;
  const via = keyId === null ? "session" : "key";
  const person = { userId, sessionId: keyId ?? id, access: "write", tokenEndsAt: null, via } as const;
  return memberScope(person, row, { id: null, isValid: true });
}
