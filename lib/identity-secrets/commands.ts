import { openSealed, sealText } from "#platform/crypto/sealed-text.ts";
import { db } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { OwnerScope } from "../access/scopes.ts";
import { newIdentitySecret } from "./identity-secret.ts";
import type { CreateIdentitySecretBody } from "./schema.ts";

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
  return db().$transaction(async (tx) => {
    // Under the site's lock, so that the later of two concurrent calls knows the earlier secret.
    const [site] = await tx.$queryRaw<{ now: Date; endsAt: Date }[]>`
      SELECT clock_timestamp() AS now, clock_timestamp() + ${overlapHours}::int * interval '1 hour' AS "endsAt"
      FROM sites WHERE id = ${siteId}::uuid AND workspace_id = ${scope.workspaceId}::uuid
      FOR NO KEY UPDATE`;
    if (!site) throw new AppError("not_found");
    const last = await tx.identitySecret.findUnique({ where: { siteId } });
    const readable = overlapHours > 0 && last && openSealed(last.secret, siteId);
    const made = {
      secret: sealText(secret, siteId),
      createdAt: site.now,
      previousSecret: readable ? sealText(readable.text, siteId) : null,
      previousEndsAt: readable ? site.endsAt : null,
      // Belongs to the new secret: it shows whether the site's server uses it yet.
      lastUsedAt: null,
    };
    await tx.identitySecret.upsert({ where: { siteId }, create: { siteId, ...made }, update: made });
    await tx.site.updateMany({
      where: { id: siteId, identitySecretRevokedAt: { not: null } },
      data: { identitySecretRevokedAt: null },
    });
    return { secret, createdAt: made.createdAt, previousEndsAt: made.previousEndsAt };
  });
}

/** Revokes the previous secret immediately. Throws `not_found` for the site. */
export async function revokePreviousIdentitySecret(scope: OwnerScope, siteId: string): Promise<void> {
  await requireSite(scope, siteId);
  await db().identitySecret.updateMany({
    where: { siteId, site: { workspaceId: scope.workspaceId } },
    data: { previousSecret: null, previousEndsAt: null },
  });
}

/** Deletes a site's identity secrets, so that no hash is valid. Throws `not_found` for the site. */
export async function deleteIdentitySecret(scope: OwnerScope, siteId: string): Promise<void> {
  await requireSite(scope, siteId);
  await db().identitySecret.deleteMany({ where: { siteId, site: { workspaceId: scope.workspaceId } } });
}

async function requireSite(scope: OwnerScope, siteId: string): Promise<void> {
  const where = { id: siteId, workspaceId: scope.workspaceId };
  if (!(await db().site.findFirst({ where, select: { id: true } }))) throw new AppError("not_found");
}
