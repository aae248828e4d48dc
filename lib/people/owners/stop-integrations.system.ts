import type { Transaction } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";

/**
 * Stops what works for an account without its password: webhooks, identity secrets, and choices not to be notified. A
 * stranger may have signed up with the address and set them up before its owner took the account over by a link. In a
 * workspace with other people they're the team's, and stay.
 */
export async function stopIntegrations(tx: Transaction, userId: string): Promise<void> {
  await tx.query(Prisma.sql`
    WITH revoked AS (
      DELETE FROM identity_secrets i USING sites s, workspaces w
      WHERE i.site_id = s.id AND s.workspace_id = w.id AND w.owner_id = ${userId}::uuid AND w.shared_at IS NULL RETURNING i.site_id
    )
    UPDATE sites s SET identity_secret_revoked_at = now() FROM revoked WHERE s.id = revoked.site_id`);
  await tx.query(Prisma.sql`
    UPDATE webhook_endpoints e SET stopped_at = now(), stop_reason = 'reset', updated_at = now()
    FROM workspaces w WHERE e.workspace_id = w.id AND w.owner_id = ${userId}::uuid AND w.shared_at IS NULL AND e.stopped_at IS NULL`);
  await tx.query(Prisma.sql`
    UPDATE users SET alert_mails = true, quiet_from = NULL, quiet_until = NULL, time_zone = NULL
    WHERE id = ${userId}::uuid`);
  await tx.query(Prisma.sql`DELETE FROM alert_mutes WHERE user_id = ${userId}::uuid`);
}
