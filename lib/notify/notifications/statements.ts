import { Prisma } from "#prisma-client";
import type { ReasonCode } from "../../outbox/channels/reasons.ts";
import { conversationData, storeDeliveries } from "../../outbox/webhooks/statements.ts";

/** Stores the webhook events of notifications, `f`, that were given up: rows of id, conversation_id, channel and reason. */
export const storeFailureEvents = (failed: Prisma.Sql) =>
  storeDeliveries(Prisma.sql`
    SELECT c.site_id, c.workspace_id, c.id AS conversation_id, NULL::uuid AS message_id, 'notification.failed' AS type,
      ${conversationData(Prisma.sql`
        jsonb_build_object('notificationId', f.id, 'channel', f.channel, 'reason', f.reason)`)} AS data
    FROM ${failed} f JOIN conversations c ON c.id = f.conversation_id`);

/** The reason that the event of a failed email has. The proof has the mail server's own. */
export const FAILED_EMAIL = "refused" satisfies ReasonCode;

/** How an email about conversations ended, and which of them it contained. */
type EmailEnd = { mailId: string; status: "sent" | "skipped" | "failed"; containedIds: string[] };

/**
 * The CTEs that finish the notifications an email carried, within the statement that finishes it. `conversation` are those
 * that waited for it, with the `user_id` that it was for; one that names another email now gets a notification about that.
 * Those it contained without a notification waited for an email of the version before.
 */
export const finishEmails = ({ mailId, status, containedIds }: EmailEnd) => Prisma.sql`
  finished AS (
    UPDATE notifications n SET updated_at = now(),
      status = CASE WHEN ${status} = 'failed' THEN 'failed' WHEN n.conversation_id = ANY(${containedIds}::uuid[]) THEN 'accepted' ELSE 'skipped' END,
      accepted_at = CASE WHEN n.conversation_id = ANY(${containedIds}::uuid[]) THEN now() END
    FROM conversation c
    WHERE n.conversation_id = c.id AND n.user_id = c.user_id AND n.channel = 'email' AND n.status = 'queued'
    RETURNING n.*
  ), delivery AS (
    ${storeFailureEvents(Prisma.sql`
      (SELECT id, conversation_id, channel, ${FAILED_EMAIL}::text AS reason FROM finished WHERE status = 'failed')`)}
  ), noted AS (
    INSERT INTO notifications (
      id, job_id, workspace_id, user_id, conversation_id, mail_id, channel, name, kind, seq, status,
      due_at, created_at, updated_at, accepted_at
    )
    SELECT gen_random_uuid(), gen_random_uuid(), c.workspace_id, c.user_id, c.id, ${mailId}::uuid, 'email', '', 'message', c.last_seq,
      'accepted', now(), now(), now(), now()
    FROM conversation c
    WHERE c.id = ANY(${containedIds}::uuid[]) AND NOT EXISTS (SELECT FROM finished f WHERE f.conversation_id = c.id)
  )`;

/** Notes the emails that conversations, `c`, of a FROM clause wait for, each for its `user_id`. It's finished with its email. */
export const storeQueuedEmails = (from: Prisma.Sql, mailId: Prisma.Sql, due: Prisma.Sql) => Prisma.sql`
  INSERT INTO notifications (
    id, job_id, workspace_id, user_id, conversation_id, mail_id, channel, name, kind, seq, status, due_at, created_at, updated_at
  )
  SELECT gen_random_uuid(), gen_random_uuid(), c.workspace_id, c.user_id, c.id, ${mailId}, 'email', '', 'message', c.last_seq, 'queued',
    ${due}, now(), now()
  FROM ${from}`;
