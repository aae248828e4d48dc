import { db, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { emailKey } from "#platform/email-address.ts";
import { AppError } from "#platform/errors.ts";
import { deleteOtherSessions, publishSessionEnded } from "../../base/sessions/sessions.system.ts";

const openAccount = (email: string) => ({ emailKey: emailKey(email), closedAt: null });

/**
 * Disables an account for an operator: no login opens a session, and its sessions, API keys, streams and notifications stop working.
 * Deletes only the sessions, with the devices that get push messages by them. Throws `not_found`.
 */
export async function disableByOperator(email: string): Promise<void> {
  const disable = () =>
    transaction(async (tx) => {
      const user = await tx.user.findFirst({ where: openAccount(email), select: { id: true } });
      if (!user) throw new AppError("not_found");
      const now = new Date();
      // Whether it's disabled already or not, nothing of it may be left.
      await tx.user.updateMany({ where: { id: user.id, disabledAt: null }, data: { disabledAt: now, updatedAt: now } });
      // After the change: every session opened before it is found, and none can be opened from here on.
      const sessionIds = await deleteOtherSessions(tx, { userId: user.id, sessionId: null });
      const keys = await tx.apiKey.findMany({ where: { userId: user.id }, select: { id: true } });
      tx.afterCommit(() => publishSessionEnded([...sessionIds, ...keys.map(({ id }) => id)]));
    });
  await retryingConflicts(disable);
}

/** Lets the person of a disabled account log in again, and their API keys work. Throws `not_found`. */
export async function enableByOperator(email: string): Promise<void> {
  const { count } = await db().user.updateMany({
    where: openAccount(email),
    data: { disabledAt: null, updatedAt: new Date() },
  });
  if (count === 0) throw new AppError("not_found");
}
