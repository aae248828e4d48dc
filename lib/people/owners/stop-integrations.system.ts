import type { Transaction } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";

/**
 * Stops what works for an account without its password: webhooks, cards, identity secrets, and choices not to be notified. A
 * stranger may have signed up with the address and set them up before its owner took the account over by a link. In a
 * workspace with other people they're the team's, and stay.
 */
export async function stopIntegrations(tx: Transaction, userId: string): Promise<void> {
  // One statement, so that no secret is deleted whose site doesn't say so: a race with its creation.
  await tx.query(Prisma.sql`
    WITH revoked AS (
      DELETE FROM identity_secrets i USING sites s, workspaces w
      WHERE i.site_id = s.id AND s.workspace_id = w.id AND w.owner_id = ${userId}::uuid AND w.shared_at IS NULL RETURNING i.site_id
    )
    UPDATE sites s SET identity_secret_revoked_at = now() FROM revoked WHERE s.id = revoked.site_id`);
  const now = new Date();
  await tx.webhookEndpoint.updateMany({
    where: { workspace: { ownerId: userId, sharedAt: null }, stoppedAt: null },
    data: { stoppedAt: now, stopReason: "reset", updatedAt: now },
  });
  await tx.siteCard.deleteMany({ where: { site: { workspace: { ownerId: userId, sharedAt: null } } } });
  await tx.user.updateMany({
    where: { id: userId },
    data: { alertMails: true, quietFrom: null, quietUntil: null, timeZone: null },
  });
  await tx.alertMute.deleteMany({ where: { userId } });
}
