import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import { readConfirmToken } from "../mail/confirm-link.ts";
import { queueWaitingAlerts } from "../mail/queries/waiting-alerts.system.ts";

/** Records that the account's owner controls its address, and queues what waited for that. Throws `link_gone`. */
export async function confirmEmail(token: string): Promise<void> {
  const link = readConfirmToken(token);
  if (!link) throw new AppError("link_gone");
  const [user] = await query<{ email: string }>(Prisma.sql`
    SELECT email FROM users WHERE id = ${link.userId}::uuid AND closed_at IS NULL`);
  if (!user || !link.isFor(user.email)) throw new AppError("link_gone");
  const confirmed = await query(Prisma.sql`
    UPDATE users SET email_confirmed_at = now()
    WHERE id = ${link.userId}::uuid AND email = ${user.email} AND email_confirmed_at IS NULL
    RETURNING id`);
  if (confirmed.length > 0) await queueWaitingAlerts(link.userId);
}
