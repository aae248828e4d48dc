import { db } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { requireOidcProvider } from "#platform/oidc/provider.ts";
import type { OidcIdentity } from "#prisma-client";
import type { PersonScope } from "../../base/access/scopes.ts";

export type OidcLink = {
  /** Who they are at the provider. Null if the account isn't linked. */
  identity: Pick<OidcIdentity, "email" | "createdAt" | "lastUsedAt"> | null;
  hasPassword: boolean;
  isCurrent: boolean;
};

/** Returns the caller's link with the provider. Throws `not_accepted` if the service has none. */
export async function getOidcLink(scope: PersonScope): Promise<OidcLink> {
  const { issuer } = requireOidcProvider();
  const { userId, sessionId } = scope;
  const user = await db().user.findUnique({
    where: { id: userId, closedAt: null },
    select: {
      passwordHash: true,
      oidcIdentities: { where: { issuer }, select: { email: true, createdAt: true, lastUsedAt: true } },
      sessions: { where: { id: sessionId, oidcIssuer: issuer }, select: { id: true } },
    },
  });
  if (!user) throw new AppError("unauthenticated");
  const { passwordHash, oidcIdentities, sessions } = user;
  return { identity: oidcIdentities[0] ?? null, hasPassword: passwordHash !== "", isCurrent: sessions.length > 0 };
}
