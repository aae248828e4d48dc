import { query } from "#platform/database/database.ts";
import { env } from "#platform/env.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { Prisma } from "#prisma-client";
import { dueIn, storeMails } from "../../mail-queue/statements.ts";
import { storeQueuedEmails } from "../../notifications/statements.ts";

const CONVERSATIONS_MAX = 1_000;

/**
 * Queues one alert per site about everything a user hasn't seen so far: nothing could be sent before their address
 * was confirmed.
 */
export async function queueWaitingAlerts(userId: string): Promise<void> {
  if (!isMailOn()) return;
  await query(Prisma.sql`
    WITH unseen AS (
      SELECT c.id, c.site_id, c.workspace_id FROM conversations c JOIN workspaces w ON w.id = c.workspace_id
      WHERE w.owner_id = ${userId}::uuid AND c.is_unread AND NOT c.is_spam
        AND c.owner_mail_id IS NULL AND c.last_seq > c.owner_mailed_seq
      LIMIT ${CONVERSATIONS_MAX} FOR UPDATE OF c
    ), mail AS MATERIALIZED (
      SELECT gen_random_uuid() AS id, site_id, workspace_id, (array_agg(unseen.id))[1] AS conversation_id
      FROM unseen GROUP BY site_id, workspace_id
    ), claimed AS (
      UPDATE conversations c SET owner_mail_id = mail.id
      FROM unseen JOIN mail ON mail.site_id = unseen.site_id WHERE c.id = unseen.id
      RETURNING c.*
    ), queued AS (${storeQueuedEmails(Prisma.sql`claimed c`, Prisma.sql`c.owner_mail_id`, dueIn(env().MAIL_DELAY))}
    )
    ${storeMails({
      from: Prisma.sql`mail`,
      kind: "owner_alert",
      id: Prisma.sql`mail.id`,
      workspaceId: Prisma.sql`mail.workspace_id`,
      siteId: Prisma.sql`mail.site_id`,
      conversationId: Prisma.sql`mail.conversation_id`,
      due: dueIn(env().MAIL_DELAY),
    })}`);
}
