import { query } from "#platform/database/database.ts";
import { env } from "#platform/env.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { Prisma } from "#prisma-client";
import { PEOPLE } from "../../../base/access/statements.ts";
import { dueIn, emailedSeq, storeMails } from "../../../outbox/mail-queue/statements.ts";
import { storeQueuedEmails } from "../../notifications/statements.ts";

const CONVERSATIONS_MAX = 1_000;

/**
 * Queues one alert per site about everything a user hasn't seen so far: nothing could be sent before their address
 * was confirmed.
 */
export async function queueWaitingAlerts(userId: string): Promise<void> {
  if (!isMailOn()) return;
  await queueWaitingMemberAlerts(userId);
  await query(Prisma.sql`
    WITH unseen AS (
      SELECT c.id, c.site_id, c.workspace_id FROM conversations c JOIN workspaces w ON w.id = c.workspace_id
      WHERE w.owner_id = ${userId}::uuid AND w.shared_at IS NULL AND c.is_unread AND NOT c.is_spam
        AND c.owner_mail_id IS NULL AND c.last_seq > c.owner_mailed_seq
      LIMIT ${CONVERSATIONS_MAX} FOR UPDATE OF c
    ), mail AS MATERIALIZED (
      SELECT gen_random_uuid() AS id, site_id, workspace_id, (array_agg(unseen.id))[1] AS conversation_id
      FROM unseen GROUP BY site_id, workspace_id
    ), claimed AS (
      UPDATE conversations c SET owner_mail_id = mail.id
      FROM unseen JOIN mail ON mail.site_id = unseen.site_id WHERE c.id = unseen.id
      RETURNING c.*, ${userId}::uuid AS user_id
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

const EMAILED = emailedSeq({
  conversation: Prisma.sql`c`,
  userId: Prisma.sql`m.user_id`,
  ownerId: Prisma.sql`w.owner_id`,
});

async function queueWaitingMemberAlerts(userId: string): Promise<void> {
  await query(Prisma.sql`
    WITH unseen AS (
      SELECT c.id, c.site_id, c.workspace_id, c.last_seq
      FROM workspaces w JOIN conversations c ON c.workspace_id = w.id CROSS JOIN ${PEOPLE(Prisma.sql`c`)}
        LEFT JOIN email_alerts e ON e.user_id = m.user_id AND e.conversation_id = c.id
      WHERE m.user_id = ${userId}::uuid AND w.shared_at IS NOT NULL AND c.is_unread AND NOT c.is_spam
        AND e.mail_id IS NULL AND c.last_seq > ${EMAILED}
        AND (c.owner_mail_id IS NULL OR w.owner_id <> m.user_id) AND m.notify_about = 'all'
      LIMIT ${CONVERSATIONS_MAX}
    ), mail AS MATERIALIZED (
      SELECT gen_random_uuid() AS id, site_id, workspace_id, (array_agg(unseen.id))[1] AS conversation_id
      FROM unseen GROUP BY site_id, workspace_id
    ), claimed AS (
      INSERT INTO email_alerts (user_id, conversation_id, mail_id)
      SELECT ${userId}::uuid, unseen.id, mail.id FROM unseen JOIN mail ON mail.site_id = unseen.site_id
      ON CONFLICT (user_id, conversation_id) DO UPDATE SET mail_id = excluded.mail_id
      RETURNING conversation_id, mail_id
    ), queued AS (${storeQueuedEmails(
      Prisma.sql`(
        SELECT unseen.*, ${userId}::uuid AS user_id, claimed.mail_id
        FROM claimed JOIN unseen ON unseen.id = claimed.conversation_id
      ) c`,
      Prisma.sql`c.mail_id`,
      dueIn(env().MAIL_DELAY),
    )}
    )
    ${storeMails({
      from: Prisma.sql`mail`,
      kind: "member_alert",
      id: Prisma.sql`mail.id`,
      workspaceId: Prisma.sql`mail.workspace_id`,
      siteId: Prisma.sql`mail.site_id`,
      conversationId: Prisma.sql`mail.conversation_id`,
      userId: Prisma.sql`${userId}::uuid`,
      due: dueIn(env().MAIL_DELAY),
    })}`);
}
