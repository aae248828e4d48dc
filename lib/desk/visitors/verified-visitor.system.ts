import { openSealed } from "#platform/crypto/sealed-text.ts";
import { query, queryPrepared } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { log } from "#platform/log.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import { verifyIdentityHash } from "../../sites/identity-secrets/identity-secret.ts";
import type { PublicSite } from "../../sites/sites/site-by-key.system.ts";

type Stored = {
  secret: Buffer;
  /** The previous secret, while it's still valid. */
  previous: Buffer | null;
  /** Whether the last recorded use is so old that this one should be recorded. */
  isStale: boolean;
  visitorId: string | null;
};

/**
 * Returns the id of the one verified visitor that the hash proves, whose row is written on first use. Throws
 * `visitor_mismatch` whatever is missing or wrong, or `not_found` if the site is gone.
 */
export async function verifiedVisitorId(site: PublicSite, externalId: string | null, hash: string): Promise<string> {
  const stored = externalId === null ? null : await findStored(site.id, externalId);
  if (externalId === null || !stored) throw new AppError("visitor_mismatch");
  const secret = openSealed(stored.secret, site.id);
  const previous = stored.previous && openSealed(stored.previous, site.id);
  if (!secret) log().warn("an identity secret was encrypted with another AUTH_SECRET and cannot be read");
  // Both are checked, so that timing doesn't reveal which one matched.
  const proves = (opened: typeof secret) => opened !== null && verifyIdentityHash(opened.text, externalId, hash);
  const [isProved, wasProved] = [proves(secret), proves(previous)];
  if (!isProved && !wasProved) throw new AppError("visitor_mismatch");
  if (isProved && stored.isStale) await noteUse(site.id, stored);
  return stored.visitorId ?? (await writeVisitor(site.id, externalId));
}

async function findStored(siteId: string, externalId: string): Promise<Stored | null> {
  const [row] = await queryPrepared<Stored>(Prisma.sql`
    SELECT i.secret, CASE WHEN i.previous_ends_at > now() THEN i.previous_secret END AS previous,
      coalesce(i.last_used_at < now() - interval '1 hour', true) AS "isStale", v.id AS "visitorId"
    FROM identity_secrets i
    LEFT JOIN visitors v ON v.site_id = i.site_id AND v.external_id = ${externalId} AND v.verified
    WHERE i.site_id = ${siteId}::uuid`);
  return row ?? null;
}

// At most once an hour, and not if the secret was replaced meanwhile.
async function noteUse(siteId: string, stored: Stored): Promise<void> {
  await query(Prisma.sql`
    UPDATE identity_secrets SET last_used_at = clock_timestamp()
    WHERE site_id = ${siteId}::uuid AND secret = ${stored.secret}`);
}

// Of several concurrent first sessions, one writes the row and the others find it.
async function writeVisitor(siteId: string, externalId: string): Promise<string> {
  const [row] = await retryingConflicts(() =>
    query<{ id: string }>(Prisma.sql`
    WITH site AS (
      SELECT id, workspace_id FROM sites WHERE id = ${siteId}::uuid FOR KEY SHARE
    )
    INSERT INTO visitors (id, site_id, workspace_id, external_id, verified, created_at, updated_at)
    SELECT ${newId()}::uuid, site.id, site.workspace_id, ${externalId}, true, now(), now() FROM site
    ON CONFLICT (site_id, external_id) WHERE verified DO UPDATE SET verified = true
    RETURNING id`),
  );
  if (!row) throw new AppError("not_found");
  return row.id;
}
