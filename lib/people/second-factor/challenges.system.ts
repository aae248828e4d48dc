import { randomBytes } from "node:crypto";
import { hashOfToken } from "#platform/crypto/one-time-token.ts";
import { db, query } from "#platform/database/database.ts";
import { Prisma, type User } from "#prisma-client";
import { CREDENTIAL_FINGERPRINT } from "../../notify/mail/one-time-links.system.ts";

const TOKEN_BYTES = 32;

export type LoginChallenge = { challenge: string; expiresAt: Date };

/**
 * Opens a challenge for someone who knows the password, or has logged in at the provider, if the account has a second factor.
 * Returns null otherwise. A new password or email ends it.
 */
export async function openChallenge(
  user: { id: string; passwordHash: string },
  oidcIssuer: string | null = null,
): Promise<LoginChallenge | null> {
  const challenge = randomBytes(TOKEN_BYTES).toString("base64url");
  // A race with a new password or email, which this statement decides.
  const [opened] = await query<{ expiresAt: Date }>(Prisma.sql`
    INSERT INTO login_challenges (token_hash, user_id, stands_for, expires_at, oidc_issuer)
    SELECT ${hashOfToken(challenge)}, u.id, ${CREDENTIAL_FINGERPRINT}, now() + interval '5 minutes', ${oidcIssuer}
    FROM users u JOIN second_factors f ON f.user_id = u.id AND f.confirmed_at IS NOT NULL
    WHERE u.id = ${user.id}::uuid AND u.password_hash = ${user.passwordHash} AND u.closed_at IS NULL AND u.disabled_at IS NULL
    RETURNING expires_at AS "expiresAt"`);
  return opened ? { challenge, ...opened } : null;
}

/** Who a challenge is for, with the password hash that it was opened with, and where they logged in. */
type Challenged = Pick<User, "id" | "email" | "name" | "photoHash" | "createdAt" | "passwordHash"> & {
  oidcIssuer: string | null;
};

/** Returns who a challenge is for, or null if it's over. */
export async function findChallenged(challenge: string): Promise<Challenged | null> {
  // The same race: the fingerprint is an expression of the account's row.
  const [user] = await query<Challenged>(Prisma.sql`
    SELECT u.id, u.email, u.name, u.photo_hash AS "photoHash", u.created_at AS "createdAt", u.password_hash AS "passwordHash",
      c.oidc_issuer AS "oidcIssuer"
    FROM login_challenges c JOIN users u ON u.id = c.user_id
    WHERE c.token_hash = ${hashOfToken(challenge)} AND c.expires_at > now() AND u.closed_at IS NULL
      AND u.disabled_at IS NULL AND c.stands_for = ${CREDENTIAL_FINGERPRINT}`);
  return user ?? null;
}

/** Ends a challenge. Returns whether it was still open. */
export async function endChallenge(challenge: string): Promise<boolean> {
  const { count } = await db().loginChallenge.deleteMany({ where: { tokenHash: hashOfToken(challenge) } });
  return count > 0;
}
