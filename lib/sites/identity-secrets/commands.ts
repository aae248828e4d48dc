import { openSealed, sealText } from "#platform/crypto/sealed-text.ts";
import { type Transaction, transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockSite } from "../../base/access/statements.ts";
import { ownSite } from "../../base/access/where.ts";
import type { Action } from "../../base/activity/actions.ts";
import { storeActivity } from "../../base/activity/statements.ts";
import { newIdentitySecret } from "./identity-secret.ts";
import type { CreateIdentitySecretBody } from "./schema.ts";

const HOUR_MS = 3_600_000;

export type NewIdentitySecret = { secret: string; createdAt: Date; previousEndsAt: Date | null };

/**
 * Creates a site's identity secret, which is returned this once. The previous secret stays valid for the overlap, an
 * older one doesn't. Throws `not_found`.
 */
export function createIdentitySecret(
  scope: OwnerScope,
  siteId: string,
  { overlapHours }: CreateIdentitySecretBody,
): Promise<NewIdentitySecret> {
  const secret = newIdentitySecret();
  return transaction(async (tx) => {
    // So that the later of two concurrent calls knows the earlier secret.
    await lockSite(scope, siteId, tx);
    const last = overlapHours > 0 ? await tx.identitySecret.findUnique({ where: { siteId } }) : null;
    const previous = last && openSealed(last.secret, siteId);
    const createdAt = new Date();
    const previousEndsAt = previous && new Date(createdAt.getTime() + overlapHours * HOUR_MS);
    const data = {
      secret: sealText(secret, siteId),
      createdAt,
      previousSecret: previous && sealText(previous.text, siteId),
      previousEndsAt,
      // Belongs to the new secret: it shows whether the site's server uses it yet.
      lastUsedAt: null,
    };
    await tx.identitySecret.upsert({ where: { siteId }, create: { siteId, ...data }, update: data });
    await tx.site.updateMany({
      where: { ...ownSite(scope, siteId), identitySecretRevokedAt: { not: null } },
      data: { identitySecretRevokedAt: null },
    });
    await tx.query(storeActivity({ scope, action: "identity_secret.created", siteId }));
    return { secret, createdAt, previousEndsAt };
  });
}

/** Revokes the previous secret immediately. Throws `not_found` for the site. */
export const revokePreviousIdentitySecret = (scope: OwnerScope, siteId: string): Promise<void> =>
  changeSecret(scope, siteId, "identity_secret.previous_revoked", (tx, where) =>
    tx.identitySecret.updateMany({ where, data: { previousSecret: null, previousEndsAt: null } }),
  );

/** Deletes a site's identity secrets, so that no hash is valid. Throws `not_found` for the site. */
export const deleteIdentitySecret = (scope: OwnerScope, siteId: string): Promise<void> =>
  changeSecret(scope, siteId, "identity_secret.deleted", (tx, where) => tx.identitySecret.deleteMany({ where }));

type Change = (tx: Transaction, where: Prisma.IdentitySecretWhereInput) => Promise<{ count: number }>;

const changeSecret = (scope: OwnerScope, siteId: string, action: Action, change: Change): Promise<void> =>
  transaction(async (tx) => {
    const own = ownSite(scope, siteId);
    const { count } = await change(tx, { site: own });
    if (count > 0) await tx.query(storeActivity({ scope, action, siteId }));
    else if ((await tx.site.count({ where: own })) === 0) throw new AppError("not_found");
  });
