import { openSealed } from "#platform/crypto/sealed-text.ts";
import { db } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/where.ts";

/** A site's identity secret, without the secret itself. */
export type IdentitySecret = {
  createdAt: Date;
  /** When the previous secret expires, if it's still valid. */
  previousEndsAt: Date | null;
  /** Accurate to the hour. Null if it hasn't been used since it was created. */
  lastUsedAt: Date | null;
  isReadable: boolean;
};

/** Says since when a site has no secret, if it lost it in a password reset. */
export type RevokedSecret = { revokedAt: Date };

/** Returns the state of a site's identity secret, or null if it never had one. Throws `not_found`. */
export async function getIdentitySecret(
  scope: OwnerScope,
  siteId: string,
): Promise<IdentitySecret | RevokedSecret | null> {
  const site = await db().site.findFirst({
    where: ownSite(scope, siteId),
    select: { identitySecretRevokedAt: true, identitySecret: true },
  });
  if (!site) throw new AppError("not_found");
  const { identitySecret: known, identitySecretRevokedAt: revokedAt } = site;
  if (!known) return revokedAt && { revokedAt };
  const { createdAt, previousEndsAt, lastUsedAt } = known;
  return {
    createdAt,
    previousEndsAt: previousEndsAt && previousEndsAt > new Date() ? previousEndsAt : null,
    lastUsedAt,
    isReadable: openSealed(known.secret, siteId) !== null,
  };
}
