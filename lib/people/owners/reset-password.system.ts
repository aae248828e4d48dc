import { setTimeout as wait } from "node:timers/promises";
import { hashOfToken } from "#platform/crypto/one-time-token.ts";
import { hashPassword } from "#platform/crypto/password.ts";
import { query, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { AppError } from "#platform/errors.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { Prisma } from "#prisma-client";
import { publishSessionEnded, revokeAllAccess } from "../../base/sessions/sessions.system.ts";
import { CREDENTIAL_FINGERPRINT } from "../../notify/mail/one-time-links.system.ts";
import { queuePasswordReset } from "../../notify/mail/queries/account-mails.system.ts";
import { stopIntegrations } from "./stop-integrations.system.ts";

// Longer than writing the email's row takes, so that the time doesn't reveal whether there was one to write.
const RESPOND_AFTER_MS = 250;

/** Sends a reset link if there's an account with this email. The response doesn't reveal whether there is. */
export async function requestPasswordReset(email: string): Promise<void> {
  if (!isMailOn()) throw new AppError("not_accepted", { detail: "This service doesn't send email." });
  await Promise.all([queuePasswordReset(email), wait(RESPOND_AFTER_MS)]);
}

// SQL, because the fingerprint is an expression of the account's row.
const isGood = (hash: Buffer) => Prisma.sql`
  l.token_hash = ${hash} AND l.kind = 'reset' AND l.used_at IS NULL AND l.expires_at > now()
  AND u.id = l.user_id AND u.closed_at IS NULL AND u.disabled_at IS NULL AND l.stands_for = ${CREDENTIAL_FINGERPRINT}`;

/**
 * Gives an account a new password by a link, and revokes all its sessions, passkeys and API keys. If the account's email wasn't confirmed,
 * stops its integrations too. Returns whose it is. Throws `link_gone`.
 */
export async function resetPasswordByLink(token: string, password: string): Promise<string> {
  const hash = hashOfToken(token);
  // Checked before the password is hashed, which is expensive.
  const found = await query(Prisma.sql`SELECT 1 FROM one_time_links l, users u WHERE ${isGood(hash)}`);
  if (found.length === 0) throw new AppError("link_gone");
  const passwordHash = await hashPassword(password);
  return retryingConflicts(() => useLink(hash, passwordHash));
}

function useLink(hash: Buffer, passwordHash: string): Promise<string> {
  return transaction(async (tx) => {
    // A lock: of two concurrent requests, the second waits here, and finds that the link no longer matches the password.
    const [user] = await tx.query<{ id: string; isConfirmed: boolean; hasPassword: boolean }>(Prisma.sql`
      SELECT u.id, u.email_confirmed_at IS NOT NULL AS "isConfirmed", u.password_hash <> '' AS "hasPassword"
      FROM one_time_links l, users u WHERE ${isGood(hash)} FOR NO KEY UPDATE OF u`);
    if (!user) throw new AppError("link_gone");
    const now = new Date();
    const confirmed = user.isConfirmed ? {} : { emailConfirmedAt: now };
    const bounced = { bouncedEmail: null, bouncedAt: null, bounce: null };
    await tx.user.updateMany({
      where: { id: user.id },
      data: { passwordHash, updatedAt: now, ...bounced, ...confirmed },
    });
    if (!user.isConfirmed) await stopIntegrations(tx, user.id);
    const links = { userId: user.id, kind: "reset", usedAt: null };
    await tx.oneTimeLink.updateMany({ where: links, data: { usedAt: now } });
    const ended = await revokeAllAccess(tx, user.id, { keepsLinks: !user.hasPassword });
    tx.afterCommit(() => publishSessionEnded(ended));
    return user.id;
  });
}
