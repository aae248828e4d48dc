import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { requireOidcProvider } from "#platform/oidc/provider.ts";
import { Prisma } from "#prisma-client";
import type { PersonScope } from "../../base/access/scopes.ts";

export type OidcLink = {
  email: string | null;
  since: Date | null;
  lastUsedAt: Date | null;
  hasPassword: boolean;
  isCurrent: boolean;
};

/** Returns the caller's link with the provider. Throws `not_accepted` if the service has none. */
export async function getOidcLink(scope: PersonScope): Promise<OidcLink> {
  const { issuer } = requireOidcProvider();
  const [row] = await query<OidcLink>(Prisma.sql`
    SELECT i.email, i.created_at AS since, i.last_used_at AS "lastUsedAt", u.password_hash <> '' AS "hasPassword",
      EXISTS (SELECT FROM sessions s WHERE s.id = ${scope.sessionId}::uuid AND s.oidc_issuer = ${issuer}) AS "isCurrent"
    FROM users u LEFT JOIN oidc_identities i ON i.user_id = u.id AND i.issuer = ${issuer}
    WHERE u.id = ${scope.userId}::uuid AND u.closed_at IS NULL`);
  if (!row) throw new AppError("unauthenticated");
  return row;
}
