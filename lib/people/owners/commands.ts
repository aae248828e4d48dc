import { setTimeout as wait } from "node:timers/promises";
import { hashPassword } from "#platform/crypto/password.ts";
import { db, query, type Transaction, transaction } from "#platform/database/database.ts";
import { isUniqueViolation, retryingConflicts } from "#platform/database/database-failure.ts";
import { emailKey } from "#platform/email-address.ts";
import { AppError } from "#platform/errors.ts";
import { countHits } from "#platform/limits/limiter.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import type { PersonScope } from "../../base/access/scopes.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { requirePassword, wrongPassword } from "../../base/sessions/require-password.system.ts";
import { closeSession, deleteOtherSessions, publishSessionEnded } from "../../base/sessions/sessions.system.ts";
import { eraseClosedAccounts } from "../../data/erasure/erase-accounts.system.ts";
import { queueAccountMail } from "../../notify/mail/queries/account-mails.system.ts";
import { closeUser } from "./close-user.system.ts";
import type { User } from "./create-owner.system.ts";
import { ACCOUNT_COLUMNS, type Account } from "./queries.ts";
import type { UpdateAccountBody } from "./schema.ts";

/**
 * Changes the name, the preferences, or the email with the password. Throws `email_taken`, or `invalid_credentials` for a wrong
 * password.
 */
export async function updateAccount(scope: PersonScope, patch: UpdateAccountBody): Promise<Account> {
  const { email, currentPassword, preferences: { checklist, ...preferences } = {}, ...changes } = patch;
  const provedBy = email === undefined ? undefined : await requirePassword(scope, currentPassword ?? "");
  const former = email === undefined ? null : await addressBefore(scope, email);
  const change = () =>
    transaction(async (tx) => {
      const now = new Date();
      const data = {
        ...changes,
        ...preferences,
        ...(checklist && { checklistHiddenAt: checklist === "hidden" ? now : null }),
        ...(email !== undefined && { email, emailKey: emailKey(email) }),
        ...(former && { emailConfirmedAt: null }),
      };
      const [user] = await tx.user.updateManyAndReturn({
        where: { id: scope.userId, closedAt: null, ...(provedBy !== undefined && { passwordHash: provedBy }) },
        data: Object.keys(data).length > 0 ? { ...data, updatedAt: now } : {},
        select: ACCOUNT_COLUMNS,
      });
      if (!user) throw provedBy === undefined ? new AppError("unauthenticated") : wrongPassword();
      if (former) await notifyOfNewAddress(tx, user, former);
      tx.afterCommit(() => publishChange({ kind: "account", userId: scope.userId }));
      return user;
    });
  try {
    return await retryingConflicts(change);
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("email_taken");
    throw error;
  }
}

type FormerAddress = { email: string; emailConfirmedAt: Date | null };

/** Returns the account's address before the change. Null if it stays the same. */
async function addressBefore({ userId }: PersonScope, email: string): Promise<FormerAddress | null> {
  const found = await db().user.findUnique({
    where: { id: userId },
    select: { email: true, emailKey: true, emailConfirmedAt: true },
  });
  if (!found || found.emailKey === emailKey(email)) return null;
  // Each asks for the consent of an address that may be anyone's.
  if (isMailOn()) countHits([{ rule: "account-mails", key: userId }]);
  return found;
}

// The previous address is notified too if it was confirmed, so that taking over an account doesn't go unnoticed. If
// either address has been sent too many, the change is undone with an error.
async function notifyOfNewAddress(tx: Transaction, { id, email }: User, former: FormerAddress): Promise<void> {
  await queueAccountMail({ kind: "confirm_address", userId: id, recipient: email }, tx);
  if (!former.emailConfirmedAt) return;
  await queueAccountMail({ kind: "address_changed", userId: id, recipient: former.email }, tx);
}

/** Changes the password and revokes every session but this one. Throws `invalid_credentials`. */
export async function changePassword(
  scope: PersonScope,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const provedBy = await requirePassword(scope, currentPassword);
  const passwordHash = await hashPassword(newPassword);
  const change = () =>
    transaction(async (tx) => {
      const { count } = await tx.user.updateMany({
        where: { id: scope.userId, passwordHash: provedBy },
        data: { passwordHash, updatedAt: new Date() },
      });
      if (count === 0) throw wrongPassword();
      // After the change: every session opened with the old password is found, and none can be opened from here on.
      const ended = await deleteOtherSessions(tx, scope);
      tx.afterCommit(() => publishSessionEnded(ended));
    });
  await retryingConflicts(change);
}

/** Revokes one of the user's own sessions. Throws `not_found`. */
export async function revokeSession(scope: PersonScope, sessionId: string): Promise<void> {
  if (!(await closeSession({ userId: scope.userId, sessionId }))) throw new AppError("not_found");
}

/** Revokes all of the user's sessions but this one. */
export async function revokeOtherSessions(scope: PersonScope): Promise<void> {
  publishSessionEnded(await retryingConflicts(() => deleteOtherSessions({ query }, scope)));
}

const ERASE_WITHIN_MS = 3_000;

/**
 * Closes the account for good: when this resolves, its login, sessions, API keys and streams have stopped working, and so has
 * everything in a workspace that was its owner's alone. Those rows are deleted then too, or soon after if there are many. In
 * other workspaces it's what leaving is. Throws `invalid_credentials`, or `last_owner` if others would lose their workspace.
 */
export async function closeAccount(scope: PersonScope, password: string): Promise<void> {
  const provedBy = await requirePassword(scope, password);
  await retryingConflicts(() => closeUser({ userId: scope.userId, provedBy, by: scope }));
  await Promise.race([eraseClosedAccounts(), wait(ERASE_WITHIN_MS, undefined, { ref: false })]);
}
