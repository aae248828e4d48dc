import { setTimeout as wait } from "node:timers/promises";
import { hashPassword, verifyPassword } from "#platform/crypto/password.ts";
import { db } from "#platform/database/database.ts";
import { isUniqueViolation, retryingConflicts } from "#platform/database/database-failure.ts";
import { emailKey } from "#platform/email-address.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { countHits } from "#platform/limits/limiter.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import type { Prisma } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";
import { publishChange } from "../changes/publish-change.ts";
import { eraseClosedAccounts } from "../erasure/erase-accounts.system.ts";
import { writeAccountMail } from "../mail/queries/account-mails.system.ts";
import { limitFailures } from "../sessions/limit-failures.ts";
import { closeSession, deleteOtherSessions, publishSessionEnded } from "../sessions/sessions.system.ts";
import { USER_COLUMNS, type User } from "./create-owner.system.ts";
import type { UpdateAccountBody } from "./schema.ts";

const wrongPassword = () => new AppError("invalid_credentials", { detail: "The password is wrong." });

/** Returns the hash that the password matched, by which a concurrent change is detected. */
async function requirePassword(scope: OwnerScope, password: string): Promise<string> {
  const user = await db().user.findUnique({
    where: { id: scope.userId, closedAt: null },
    select: { passwordHash: true },
  });
  const findHash = async () => {
    // Correct ones count too: each costs a hash, which others wait for.
    countHits([{ rule: "password-tries", key: scope.userId }]);
    return ((await verifyPassword(password, user?.passwordHash ?? null)) && user?.passwordHash) || null;
  };
  // Apart from the tries to log in: whoever makes those must not keep the owner from changing the password.
  const provedBy = await limitFailures([{ rule: "log-in", key: scope.userId }], findHash);
  if (provedBy === null) throw wrongPassword();
  return provedBy;
}

/**
 * Changes the name, or the email with the password. Throws `email_taken`, or `invalid_credentials` for a wrong
 * password.
 */
export async function updateAccount(scope: OwnerScope, patch: UpdateAccountBody): Promise<User> {
  const { name, email, currentPassword } = patch;
  const provedBy = email === undefined ? undefined : await requirePassword(scope, currentPassword ?? "");
  const former = email === undefined ? null : await addressBefore(scope, email);
  const change = () =>
    db().$transaction(async (tx) => {
      const [user] = await tx.user.updateManyAndReturn({
        where: { id: scope.userId, closedAt: null, ...(provedBy !== undefined && { passwordHash: provedBy }) },
        data: {
          ...(name !== undefined && { name }),
          ...(email !== undefined && { email, emailKey: emailKey(email) }),
          ...(former && { emailConfirmedAt: null }),
          ...((name !== undefined || email !== undefined) && { updatedAt: new Date() }),
        },
        select: USER_COLUMNS,
      });
      if (!user) throw provedBy === undefined ? new AppError("unauthenticated") : wrongPassword();
      if (former) await tellOfNewAddress(tx, user, former);
      return user;
    });
  try {
    const user = await retryingConflicts(change);
    if (former) wakeJobs("mail");
    return user;
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("email_taken");
    throw error;
  }
}

type FormerAddress = { email: string; emailConfirmedAt: Date | null };

/** Returns the account's address before the change. Null if it stays the same. */
async function addressBefore({ userId }: OwnerScope, email: string): Promise<FormerAddress | null> {
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
async function tellOfNewAddress(
  tx: Prisma.TransactionClient,
  { id, email }: User,
  former: FormerAddress,
): Promise<void> {
  await writeAccountMail({ kind: "confirm_address", userId: id, recipient: email }, tx);
  if (!former.emailConfirmedAt) return;
  await writeAccountMail({ kind: "address_changed", userId: id, recipient: former.email }, tx);
}

/** Changes the password and revokes every session but this one. Throws `invalid_credentials`. */
export async function changePassword(
  scope: OwnerScope,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const provedBy = await requirePassword(scope, currentPassword);
  const passwordHash = await hashPassword(newPassword);
  const change = () =>
    db().$transaction(async (tx) => {
      const { count } = await tx.user.updateMany({
        where: { id: scope.userId, passwordHash: provedBy },
        data: { passwordHash, updatedAt: new Date() },
      });
      if (count === 0) throw wrongPassword();
      // After the change: every session opened with the old password is found, and none can be opened from here on.
      return deleteOtherSessions(tx, scope);
    });
  publishSessionEnded(await retryingConflicts(change));
}

/** Revokes one of the user's own sessions. Throws `not_found`. */
export async function revokeSession(scope: OwnerScope, sessionId: string): Promise<void> {
  if (!(await closeSession({ userId: scope.userId, sessionId }))) throw new AppError("not_found");
}

/** Revokes all of the user's sessions but this one. */
export async function revokeOtherSessions(scope: OwnerScope): Promise<void> {
  publishSessionEnded(await retryingConflicts(() => deleteOtherSessions(db(), scope)));
}

const ERASE_WITHIN_MS = 3_000;

/**
 * Closes the account for good: when this resolves, its login, sessions, API keys, streams, public keys and visitors'
 * tokens have stopped working. Its rows are deleted then too, or soon after if there are many. Throws
 * `invalid_credentials`.
 */
export async function closeAccount(scope: OwnerScope, password: string): Promise<void> {
  const provedBy = await requirePassword(scope, password);
  const { sessionIds, siteIds } = await retryingConflicts(() => close(scope, provedBy));
  publishSessionEnded(sessionIds);
  for (const siteId of siteIds) publishChange({ kind: "site-deleted", workspaceId: scope.workspaceId, siteId });
  await Promise.race([eraseClosedAccounts(), wait(ERASE_WITHIN_MS, undefined, { ref: false })]);
}

// Removes the name and email at once, so that the email can be used again.
function close({ userId, workspaceId }: OwnerScope, provedBy: string) {
  return db().$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: userId, passwordHash: provedBy, closedAt: null },
      data: { closedAt: new Date(), email: "closed", emailKey: `closed ${userId}`, name: null, passwordHash: "" },
    });
    if (count === 0) throw wrongPassword();
    const sites = await tx.site.updateManyAndReturn({
      where: { workspaceId },
      data: { closedAt: new Date() },
      select: { id: true },
    });
    const sessions = await tx.$queryRaw<{ id: string }[]>`
      DELETE FROM sessions WHERE user_id = ${userId}::uuid RETURNING id`;
    const keys = await tx.$queryRaw<{ id: string }[]>`
      DELETE FROM api_keys WHERE user_id = ${userId}::uuid RETURNING id`;
    const siteIds = sites.map(({ id }) => id);
    // Last, so that its time is close to the commit. The workspace's own row says that it was more than a site.
    await tx.$executeRaw`
      INSERT INTO deletions (id, workspace_id, deleted_at)
      SELECT id, ${workspaceId}::uuid, clock_timestamp() FROM unnest(${[...siteIds, workspaceId]}::uuid[]) AS id
      ON CONFLICT (id) DO NOTHING`;
    return { sessionIds: [...sessions, ...keys].map(({ id }) => id), siteIds };
  });
}
