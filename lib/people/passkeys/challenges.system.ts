import { randomBytes } from "node:crypto";
import { hashOfToken } from "#platform/crypto/one-time-token.ts";
import { db, query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { CREDENTIAL_FINGERPRINT } from "../../notify/mail/one-time-links.system.ts";

/*
 * A challenge that comes back in time is deleted, whatever it comes with, so each is used once.
 */

const CHALLENGE_BYTES = 32;
const LIFE_MS = 5 * 60_000;

const newChallenge = () => randomBytes(CHALLENGE_BYTES).toString("base64url");
const newExpiry = () => new Date(Date.now() + LIFE_MS);

/** Opens a challenge to log in with. It's bound to no one. */
export async function openLogInChallenge(): Promise<string> {
  const challenge = newChallenge();
  await db().passkeyChallenge.create({
    data: { challengeHash: hashOfToken(challenge), hasSecondFactor: false, expiresAt: newExpiry() },
  });
  return challenge;
}

/** Ends a challenge to log in with. Returns whether it was open. */
export async function takeLogInChallenge(challenge: string): Promise<boolean> {
  const challengeHash = hashOfToken(challenge);
  const { count } = await db().passkeyChallenge.deleteMany({
    where: { challengeHash, sessionId: null, expiresAt: { gt: new Date() } },
  });
  return count > 0;
}

type Adder = { userId: string; sessionId: string };
/** What the person proved before they got the challenge: the password, by its hash, and perhaps the second factor. */
type Proved = { passwordHash: string; hasSecondFactor: boolean };

/** Opens a challenge to add a passkey in a session. Returns null if the password was changed meanwhile. */
export async function openAddingChallenge({ userId, sessionId }: Adder, proved: Proved): Promise<string | null> {
  const challenge = newChallenge();
  // A race with a new password, which this statement decides.
  const opened = await query<{ sessionId: string }>(Prisma.sql`
    INSERT INTO passkey_challenges (challenge_hash, session_id, stands_for, has_second_factor, expires_at)
    SELECT ${hashOfToken(challenge)}, s.id, ${CREDENTIAL_FINGERPRINT}, ${proved.hasSecondFactor}, ${newExpiry()}
    FROM users u JOIN sessions s ON s.user_id = u.id
    WHERE u.id = ${userId}::uuid AND s.id = ${sessionId}::uuid AND u.password_hash = ${proved.passwordHash}
      AND u.closed_at IS NULL
    RETURNING session_id AS "sessionId"`);
  return opened.length > 0 ? challenge : null;
}

/** Ends a challenge of this session. Returns its proof, or null if it had ended. A new password or email ends it. */
export async function takeAddingChallenge({ userId, sessionId }: Adder, challenge: string): Promise<Proved | null> {
  // The same race.
  const [taken] = await query<Proved & { isOpen: boolean }>(Prisma.sql`
    DELETE FROM passkey_challenges c USING sessions s, users u
    WHERE c.challenge_hash = ${hashOfToken(challenge)} AND c.session_id = ${sessionId}::uuid
      AND s.id = c.session_id AND s.user_id = ${userId}::uuid AND u.id = s.user_id
    RETURNING u.password_hash AS "passwordHash", c.has_second_factor AS "hasSecondFactor",
      c.expires_at > ${new Date()} AND c.stands_for = ${CREDENTIAL_FINGERPRINT} AND u.closed_at IS NULL AS "isOpen"`);
  if (!taken?.isOpen) return null;
  const { isOpen: _, ...proved } = taken;
  return proved;
}
