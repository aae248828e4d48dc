import { db, type Querying, query, type Transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { log } from "#platform/log.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import { publishChange } from "../changes/publish-change.ts";
import { signUserToken, type UserTokenClaims, userTokenExpiry } from "./user-token.ts";

const HOUR_MS = 3_600_000;

export type OpenedSession = { sessionId: string; token: string; expiresAt: Date };

type Opening = {
  /** See describeDevice. */
  device: string | null;
  /** The hash that the password was checked against. If it has changed meanwhile, no session is opened. */
  passwordHash?: string;
  /** Whether the account's second factor or a passkey was checked. Otherwise no session is opened for an account that has one. */
  hasSecondFactor?: boolean;
  /** The provider that they logged in at, if they did. If the account isn't linked there now, no session is opened. */
  oidcIssuer?: string | null;
};

/**
 * Opens a session for someone who has just proved who they are. Every login ends here, so no way in leads to a disabled account.
 * Throws `invalid_credentials`.
 */
export async function openSession(userId: string, opening: Opening): Promise<OpenedSession> {
  const { device, passwordHash, hasSecondFactor = false, oidcIssuer = null } = opening;
  const sessionId = newId();
  const expiresAt = userTokenExpiry();
  const isStillRight = passwordHash === undefined ? Prisma.sql`true` : Prisma.sql`password_hash = ${passwordHash}`;
  const isLinked = oidcIssuer === null ? Prisma.sql`true` : Prisma.sql`EXISTS (SELECT FROM used)`;
  // Removing the link waits for this, or this for it.
  const using =
    oidcIssuer === null
      ? Prisma.empty
      : Prisma.sql`WITH used AS (
          UPDATE oidc_identities SET last_used_at = now()
          WHERE issuer = ${oidcIssuer} AND user_id = ${userId}::uuid RETURNING user_id
        )`;
  // A race, which the lock decides: it waits for a password change in progress. A later one finds this session and revokes it.
  const open = () =>
    query<{ id: string }>(Prisma.sql`
    ${using}
    INSERT INTO sessions (id, user_id, device, created_at, last_seen_at, expires_at, oidc_issuer)
    SELECT ${sessionId}::uuid, id, ${device}, now(), now(), ${expiresAt}, ${oidcIssuer}
    FROM users WHERE id = ${userId}::uuid AND closed_at IS NULL AND disabled_at IS NULL AND ${isStillRight} AND ${isLinked}
    AND (${hasSecondFactor} OR NOT EXISTS (
      SELECT FROM second_factors f WHERE f.user_id = users.id AND f.confirmed_at IS NOT NULL
    )) FOR SHARE
    RETURNING id`);
  // Removing the link locks the account first.
  const [opened] = await retryingConflicts(open);
  if (!opened) throw new AppError("invalid_credentials");
  return { sessionId, expiresAt, token: await signUserToken({ userId, sessionId }, expiresAt) };
}

/** Revokes a session: its token stops working immediately, and its streams end. Returns whether there was one. */
export async function closeSession({ userId, sessionId }: UserTokenClaims): Promise<boolean> {
  const { count } = await db().session.deleteMany({ where: { id: sessionId, userId } });
  // Only the user's own: otherwise the id of someone else's session or site would end its streams.
  if (count > 0) publishSessionEnded([sessionId]);
  return count > 0;
}

/** Locks an account until the commit, so that two transactions don't count its rows at the same time. */
export const lockAccount = (tx: Transaction, userId: string) =>
  tx.query(Prisma.sql`SELECT id FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`);

/**
 * Serializes what an account's sessions add to it. A new password or the account's deletion, which revoke the session, wait.
 * Throws `unauthenticated` if it has been revoked.
 */
export async function lockSession({ userId, sessionId }: UserTokenClaims, tx: Transaction): Promise<void> {
  // Two statements: the second one sees commits that the first one waited for.
  await lockAccount(tx, userId);
  const session = await tx.query(Prisma.sql`
    SELECT id FROM sessions WHERE id = ${sessionId}::uuid AND user_id = ${userId}::uuid FOR KEY SHARE`);
  if (session.length === 0) throw new AppError("unauthenticated");
}

type Kept = { userId: string; sessionId: string | null };

/** Deletes all sessions of a user, but perhaps one. Returns their ids, to be published after the commit. */
export async function deleteOtherSessions(client: Querying, { userId, sessionId }: Kept): Promise<string[]> {
  // One statement, so the ids are exactly those of the deleted sessions, even while another is being opened.
  const ended = await client.query<{ id: string }>(Prisma.sql`
    DELETE FROM sessions WHERE user_id = ${userId}::uuid AND id IS DISTINCT FROM ${sessionId}::uuid RETURNING id`);
  return ended.map(({ id }) => id);
}

/**
 * Deletes all sessions, passkeys, API keys, channels and links with a provider of a user after a lost password, and ends their
 * invitations and offers: its thief may have created some, and a channel shows what visitors write. Without a password to lose,
 * links are kept. Returns the sessions' and keys' ids, to be published after the commit.
 */
export async function revokeAllAccess(tx: Transaction, userId: string, { keepsLinks = false } = {}): Promise<string[]> {
  const sessionIds = await endSessions(tx, userId);
  await tx.passkey.deleteMany({ where: { userId } });
  if (!keepsLinks) await tx.oidcIdentity.deleteMany({ where: { userId } });
  // The same race.
  const keys = await tx.query<{ id: string }>(Prisma.sql`
    DELETE FROM api_keys WHERE user_id = ${userId}::uuid RETURNING id`);
  await tx.invitation.updateMany({
    where: { invitedBy: userId, acceptedAt: null, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  await tx.ownershipOffer.deleteMany({ where: { OR: [{ fromId: userId }, { toId: userId }] } });
  return [...sessionIds, ...keys.map(({ id }) => id)];
}

/** Deletes the sessions of someone in no workspace, but perhaps one, and their channels. Returns the sessions' ids. */
export async function endSessions(tx: Transaction, userId: string, kept: string | null = null): Promise<string[]> {
  await tx.channel.deleteMany({ where: { userId } });
  await tx.telegramCode.deleteMany({ where: { userId } });
  return deleteOtherSessions(tx, { userId, sessionId: kept });
}

/** Ends the streams of revoked sessions, in all processes. */
export function publishSessionEnded(sessionIds: string[]): void {
  for (const sessionId of sessionIds) publishChange({ kind: "session-ended", sessionId });
}

/** Extends a session that is in use. Throws `unauthenticated` if it has been revoked. */
export async function renewSession({ userId, sessionId }: UserTokenClaims, device: string | null): Promise<void> {
  const { count } = await db().session.updateMany({
    where: { id: sessionId, userId, expiresAt: { gt: new Date() } },
    data: { expiresAt: userTokenExpiry(), lastSeenAt: new Date(), ...(device !== null && { device }) },
  });
  if (count === 0) throw new AppError("unauthenticated");
}

/** Updates `last_seen_at`. Errors are ignored: the request matters more. */
export async function touchSession(sessionId: string): Promise<void> {
  try {
    const now = Date.now();
    await db().session.updateMany({
      where: { id: sessionId, lastSeenAt: { lt: new Date(now - HOUR_MS) } },
      data: { lastSeenAt: new Date(now) },
    });
  } catch {
    log().debug("could not update last_seen_at of a session");
  }
}
