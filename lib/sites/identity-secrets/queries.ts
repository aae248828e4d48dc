import { openSealed } from "#platform/crypto/sealed-text.ts";
import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/statements.ts";

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

type Row = { [name in keyof Omit<IdentitySecret, "isReadable">]: IdentitySecret[name] } & { secret: Buffer };

/** Returns the state of a site's identity secret, or null if it never had one. Throws `not_found`. */
export async function getIdentitySecret(
  scope: OwnerScope,
  siteId: string,
): Promise<IdentitySecret | RevokedSecret | null> {
  const [row] = await query<(Row | { secret: null }) & { revokedAt: Date | null }>(Prisma.sql`
    SELECT s.identity_secret_revoked_at AS "revokedAt", i.secret, i.created_at AS "createdAt", i.last_used_at AS "lastUsedAt",
      CASE WHEN i.previous_ends_at > now() THEN i.previous_ends_at END AS "previousEndsAt"
    FROM sites s LEFT JOIN identity_secrets i ON i.site_id = s.id
    WHERE ${ownSite(scope, siteId)}`);
  if (!row) throw new AppError("not_found");
  const { revokedAt, ...found } = row;
  if (found.secret === null) return revokedAt && { revokedAt };
  const { secret, ...known } = found;
  return { ...known, isReadable: openSealed(secret, siteId) !== null };
}
