import { query } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { env } from "#platform/env.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { Prisma } from "#prisma-client";
import { PEOPLE } from "../../../base/access/statements.ts";
import { SAID_SEQ } from "../../../desk/messages/said-statements.ts";
import { dueIn } from "../../../outbox/mail-queue/statements.ts";
import { joinEmailed, needsEmail, STORE_EMAILS } from "../../notifications/alert-email-statements.ts";

const CONVERSATIONS_MAX = 1_000;

const RECIPIENT = {
  conversation: Prisma.sql`c`,
  userId: Prisma.sql`m.user_id`,
  ownerId: Prisma.sql`w.owner_id`,
};

/**
 * Queues one alert per site about everything a user hasn't seen so far: nothing could be sent before their address
 * was confirmed.
 */
export async function queueWaitingAlerts(userId: string): Promise<void> {
  if (!isMailOn()) return;
  const statement = Prisma.sql`
    WITH unseen AS (
      SELECT c.id, c.workspace_id, c.site_id, m.user_id, ${SAID_SEQ} AS last_seq, w.shared_at IS NOT NULL AS is_shared
      FROM workspaces w JOIN conversations c ON c.workspace_id = w.id CROSS JOIN ${PEOPLE(Prisma.sql`c`)} ${joinEmailed(RECIPIENT)}
      WHERE m.user_id = ${userId}::uuid AND c.is_unread AND NOT c.is_spam AND ${needsEmail(RECIPIENT, SAID_SEQ)}
        AND (w.shared_at IS NULL OR m.notify_about = 'all')
      ORDER BY c.id LIMIT ${CONVERSATIONS_MAX} FOR NO KEY UPDATE OF c
    ), of_site AS MATERIALIZED (
      SELECT gen_random_uuid() AS mail_id, site_id FROM unseen GROUP BY site_id
    ), emailed AS MATERIALIZED (
      SELECT unseen.*, of_site.mail_id, NULL::uuid AS message_id, ${dueIn(env().MAIL_DELAY)} AS mail_due_at
      FROM unseen JOIN of_site ON of_site.site_id = unseen.site_id
    ), ${STORE_EMAILS}
    UPDATE conversations c SET owner_mail_id = e.mail_id FROM emailed e WHERE c.id = e.id AND NOT e.is_shared`;
  await retryingConflicts(() => query(statement));
}
