import { query } from "#platform/database/database.ts";
import { emailKey } from "#platform/email-address.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import { publishChange } from "../../base/changes/publish-change.ts";
import { readConfirmToken } from "../../notify/mail/confirm-link.ts";
import { queueWaitingAlerts } from "../../notify/mail/queries/waiting-alerts.system.ts";

/** Records that the account's owner controls its address, and queues what waited for that. Returns whose it is. Throws `link_gone`. */
export async function confirmEmail(token: string): Promise<string> {
  const link = readConfirmToken(token);
  if (!link) throw new AppError("link_gone");
  const [user] = await query<{ email: string }>(Prisma.sql`
    SELECT email FROM users WHERE id = ${link.userId}::uuid AND closed_at IS NULL`);
  if (!user || !link.isFor(user.email)) throw new AppError("link_gone");
  await confirmAddress(link.userId, emailKey(user.email));
  return link.userId;
}

/** Records that an account's owner controls its address, if that's still the one with this key, and queues what waited for that. */
export async function confirmAddress(userId: string, key: string): Promise<void> {
  const [confirmed] = await query<{ userId: string }>(Prisma.sql`
    UPDATE users u SET email_confirmed_at = now()
    WHERE u.id = ${userId}::uuid AND u.email_key = ${key} AND u.email_confirmed_at IS NULL AND u.closed_at IS NULL
    RETURNING u.id AS "userId"`);
  if (!confirmed) return;
  publishChange({ kind: "account", ...confirmed });
  await queueWaitingAlerts(userId);
}
