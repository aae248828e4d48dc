import { openSealed, sealText } from "#platform/crypto/sealed-text.ts";
import { query, transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/statements.ts";
import { storeActivity } from "../../base/activity/statements.ts";
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
  return transaction(async (tx) => {
    // Under the site's lock, so that the later of two concurrent calls knows the earlier secret.
    const [site] = await tx.query<{ now: Date; endsAt: Date }>(Prisma.sql`
      SELECT clock_timestamp() AS now, clock_timestamp() + ${overlapHours}::int * interval '1 hour' AS "endsAt"
      FROM sites s WHERE ${ownSite(scope, siteId)}
      FOR NO KEY UPDATE`);
    if (!site) throw new AppError("not_found");
    const [last] = await tx.query<{ secret: Buffer }>(Prisma.sql`
      SELECT secret FROM identity_secrets WHERE site_id = ${siteId}::uuid`);
    const readable = overlapHours > 0 && last && openSealed(last.secret, siteId);
    const previousEndsAt = readable ? site.endsAt : null;
    // Belongs to the new secret: it shows whether the site's server uses it yet.
    await tx.query(Prisma.sql`
      INSERT INTO identity_secrets (site_id, secret, created_at, previous_secret, previous_ends_at)
      VALUES (${siteId}::uuid, ${sealText(secret, siteId)}, ${site.now},
        ${readable ? sealText(readable.text, siteId) : null}, ${previousEndsAt})
      ON CONFLICT (site_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at,
        previous_secret = excluded.previous_secret, previous_ends_at = excluded.previous_ends_at, last_used_at = NULL`);
    await tx.query(Prisma.sql`
      UPDATE sites SET identity_secret_revoked_at = NULL
      WHERE id = ${siteId}::uuid AND identity_secret_revoked_at IS NOT NULL`);
    await tx.query(storeActivity({ scope, action: "identity_secret.created", siteId }));
    return { secret, createdAt: site.now, previousEndsAt };
  });
}

/** Revokes the previous secret immediately. Throws `not_found` for the site. */
export async function revokePreviousIdentitySecret(scope: OwnerScope, siteId: string): Promise<void> {
  await requireSite(scope, siteId);
  await query(Prisma.sql`
    WITH changed AS (
      UPDATE identity_secrets i SET previous_secret = NULL, previous_ends_at = NULL FROM sites s
      WHERE ${ownSecret(scope, siteId)} RETURNING i.site_id
    ) ${storeActivity({ scope, action: "identity_secret.previous_revoked", siteId }, Prisma.sql`changed`)}`);
}

/** Deletes a site's identity secrets, so that no hash is valid. Throws `not_found` for the site. */
export async function deleteIdentitySecret(scope: OwnerScope, siteId: string): Promise<void> {
  await requireSite(scope, siteId);
  await query(Prisma.sql`
    WITH deleted AS (
      DELETE FROM identity_secrets i USING sites s WHERE ${ownSecret(scope, siteId)} RETURNING i.site_id
    ) ${storeActivity({ scope, action: "identity_secret.deleted", siteId }, Prisma.sql`deleted`)}`);
}

const ownSecret = (scope: OwnerScope, siteId: string) => Prisma.sql`i.site_id = s.id AND ${ownSite(scope, siteId)}`;

async function requireSite(scope: OwnerScope, siteId: string): Promise<void> {
  const found = await query(Prisma.sql`SELECT FROM sites s WHERE ${ownSite(scope, siteId)}`);
  if (found.length === 0) throw new AppError("not_found");
}
