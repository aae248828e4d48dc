import { query, type Transaction } from "#platform/database/database.ts";
import { isUniqueViolation } from "#platform/database/database-failure.ts";
import { Prisma } from "#prisma-client";
import { storeActivity } from "../../base/activity/statements.ts";
import { lockAccount } from "../../base/sessions/lock-account.system.ts";
import { FLOW_SECONDS } from "./flow.ts";

/** Someone at a provider: what never changes. */
export type Identity = { issuer: string; subject: string };

/** Whose account an identity logs in to. */
export type Identified = { id: string; passwordHash: string };

const isThis = ({ issuer, subject }: Identity) => Prisma.sql`i.issuer = ${issuer} AND i.subject = ${subject}`;

/** Returns whose account an identity logs in to, or null if it's linked with none. */
export async function findIdentified(identity: Identity): Promise<Identified | null> {
  const [user] = await query<Identified>(Prisma.sql`
    SELECT u.id, u.password_hash AS "passwordHash" FROM oidc_identities i JOIN users u ON u.id = i.user_id
    WHERE ${isThis(identity)} AND u.closed_at IS NULL`);
  return user ?? null;
}

/**
 * Locks an account until the commit, so that its password isn't reset meanwhile. Returns the key of its address, or null if the
 * session that the account is being linked in has ended.
 */
export async function lockForLinking(
  tx: Transaction,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<string | null> {
  if (!(await lockAccount(tx, userId))) return null;
  // A separate statement, so it sees commits made while the one before waited.
  const [account] = await tx.query<{ emailKey: string }>(Prisma.sql`
    SELECT u.email_key AS "emailKey" FROM users u JOIN sessions s ON s.user_id = u.id
    WHERE u.id = ${userId}::uuid AND s.id = ${sessionId}::uuid AND s.expires_at > now()`);
  return account?.emailKey ?? null;
}

type Linking = Identity & { userId: string; email: string | null; sessionId?: string };

/**
 * Links an identity with an account. Returns whether it's now theirs: not if either is linked with another. The session that it's
 * done in, if there's one already, counts as opened through the provider from then on: the person has just been there.
 */
export async function linkIdentity(
  tx: Transaction,
  { userId, issuer, subject, email, sessionId }: Linking,
): Promise<boolean> {
  const linked = await tx.query<{ userId: string }>(Prisma.sql`
    INSERT INTO oidc_identities (issuer, subject, user_id, email, created_at)
    SELECT ${issuer}, ${subject}, u.id, ${email}, now() FROM users u WHERE u.id = ${userId}::uuid AND u.closed_at IS NULL
    ON CONFLICT DO NOTHING RETURNING user_id AS "userId"`);
  if (linked.length === 0) return false;
  await tx.query(storeLinkActivity(userId, "oidc.linked"));
  if (sessionId !== undefined) {
    await tx.query(Prisma.sql`
      UPDATE sessions SET oidc_issuer = ${issuer} WHERE id = ${sessionId}::uuid AND user_id = ${userId}::uuid`);
  }
  return true;
}

/** Logs that someone's link was changed, in each workspace they're in. */
export const storeLinkActivity = (userId: string, action: "oidc.linked" | "oidc.unlinked") =>
  storeActivity(
    { scope: { workspaceId: Prisma.sql`m.workspace_id`, userId, via: "session" }, action, targetId: userId },
    Prisma.sql`members m WHERE m.user_id = ${userId}::uuid AND m.standing <> 'removed'`,
  );

/** Uses up a state. Returns false if it was used before. */
export async function spendState(stateHash: Buffer): Promise<boolean> {
  try {
    await query(Prisma.sql`
      INSERT INTO oidc_returns (state_hash, expires_at) VALUES (${stateHash}, now() + make_interval(secs => ${FLOW_SECONDS}))`);
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** Returns the account that an address belongs to, or null. */
export async function findByAddress(emailKey: string): Promise<{ id: string } | null> {
  const [user] = await query<{ id: string }>(Prisma.sql`
    SELECT id FROM users WHERE email_key = ${emailKey} AND closed_at IS NULL`);
  return user ?? null;
}
