import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import { readUnsubscribeToken, type Unsubscribing } from "./unsubscribe-link.ts";

/** Returns which emails a token stops. Throws `not_found`. */
export function requireUnsubscribeToken(token: string): Unsubscribing {
  const whose = readUnsubscribeToken(token);
  if (!whose) throw new AppError("not_found");
  return whose;
}

/**
 * Stops the emails that a token names: an owner's about one site, someone's daily one, or those to a visitor. Repeating it
 * changes nothing. Throws `not_found`.
 */
export async function unsubscribe(token: string): Promise<void> {
  const whose = requireUnsubscribeToken(token);
  if (whose.kind === "visitor") {
    await query(Prisma.sql`
      UPDATE visitors SET mails_stopped_at = coalesce(mails_stopped_at, now()) WHERE id = ${whose.visitorId}::uuid`);
    return;
  }
  if (whose.kind === "digest") {
    await query(Prisma.sql`
      UPDATE members SET digest_hour = NULL, digest_zone = NULL, digest_due_at = NULL
      WHERE workspace_id = ${whose.workspaceId}::uuid AND user_id = ${whose.userId}::uuid`);
    return;
  }
  await query(Prisma.sql`
    INSERT INTO alert_mutes (user_id, site_id)
    SELECT u.id, s.id FROM users u, sites s WHERE u.id = ${whose.userId}::uuid AND s.id = ${whose.siteId}::uuid
    ON CONFLICT DO NOTHING`);
}
