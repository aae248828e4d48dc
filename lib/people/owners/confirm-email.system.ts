import { db } from "#platform/database/database.ts";
import { emailKey } from "#platform/email-address.ts";
import { AppError } from "#platform/errors.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { readConfirmToken } from "../../notify/mail/confirm-link.ts";
import { queueWaitingAlerts } from "../../notify/mail/queries/waiting-alerts.system.ts";

/** Records that the account's owner controls its address, and queues what waited for that. Returns whose it is. Throws `link_gone`. */
export async function confirmEmail(token: string): Promise<string> {
  const link = readConfirmToken(token);
  if (!link) throw new AppError("link_gone");
  const user = await db().user.findUnique({
    where: { id: link.userId, closedAt: null, disabledAt: null },
    select: { email: true },
  });
  if (!user || !link.isFor(user.email)) throw new AppError("link_gone");
  await confirmAddress(link.userId, emailKey(user.email));
  return link.userId;
}

/** Records that an account's owner controls its address, if that's still the one with this key, and queues what waited for that. */
export async function confirmAddress(userId: string, key: string): Promise<void> {
  // Its emails arrive.
  const bounced = { bouncedEmail: null, bouncedAt: null, bounce: null };
  const marked = { id: userId, emailKey: key, bouncedEmail: { not: null } };
  const unmarked = await db().user.updateMany({ where: marked, data: bounced });
  const { count } = await db().user.updateMany({
    where: { id: userId, emailKey: key, emailConfirmedAt: null, closedAt: null, disabledAt: null },
    data: { emailConfirmedAt: new Date() },
  });
  if (count + unmarked.count === 0) return;
  publishChange({ kind: "account", userId });
  await queueWaitingAlerts(userId);
}
