import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { replaceJob } from "#platform/jobs/statements.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownSiteRows } from "../../base/access/statements.ts";
import { SAID_SEQ } from "../../desk/messages/said-statements.ts";
import { emailedSeq } from "../../outbox/mail-queue/statements.ts";
import { hashOfAddress, isHashOf, UNMARKED } from "../../outbox/mail-queue/visitor-statements.ts";
import { TEST_EVENT } from "../../outbox/webhooks/event-types.ts";
import { WEBHOOK_STOPPED } from "../../outbox/webhooks/stop-reasons.ts";
import { ownMails } from "./statements.ts";

/**
 * Retries a failed delivery with a full set of attempts. Throws `not_found`, or `conflict` if its webhook is stopped.
 */
export async function retryFailedDelivery(scope: OwnerScope, deliveryId: string): Promise<void> {
  const isFailed = Prisma.sql`r.id = ${deliveryId}::uuid AND r.status = 'failed'`;
  const mail = Prisma.sql`${isFailed} AND ${ownMails(scope, Prisma.sql`r`)}`;
  const webhook = Prisma.sql`${isFailed} AND ${ownSiteRows(scope, Prisma.sql`r`)}`;
  for (const queue of ["mail", "webhook"] as const) {
    const claim = queue === "mail" ? claimConversations(mail) : Prisma.empty;
    const isTaken = queue === "webhook" ? Prisma.sql`${webhook} AND ${IS_TAKEN}` : mail;
    const found = await query(Prisma.sql`${claim} ${replaceJob(queue, isTaken, Prisma.sql`now()`)}`);
    if (found.length === 0) continue;
    return wakeJobs(queue);
  }
  const left = await query(Prisma.sql`SELECT FROM webhook_deliveries r WHERE ${webhook}`);
  throw left.length > 0 ? new AppError("conflict", { detail: WEBHOOK_STOPPED }) : new AppError("not_found");
}

// A delivery to a stopped webhook would stay unsent without being listed as failed.
const IS_TAKEN = Prisma.sql`(r.type = ${TEST_EVENT}
  OR EXISTS (SELECT FROM webhook_endpoints e WHERE e.id = r.endpoint_id AND e.stopped_at IS NULL))`;

const EMAILED = emailedSeq({
  conversation: Prisma.sql`c`,
  userId: Prisma.sql`r.user_id`,
  ownerId: Prisma.sql`w.owner_id`,
});

// Its conversation waits again for an email to the visitor, or to the owner, unless it waits for a later email, which
// covers the same messages. And if the address is marked, it's tried.
const claimConversations = (which: Prisma.Sql) => Prisma.sql`
  WITH replied AS (
    UPDATE conversations c SET visitor_mail_id = r.id
    FROM mails r WHERE ${which} AND r.kind = 'visitor_answer' AND c.id = r.conversation_id AND c.visitor_mail_id IS NULL
  ), unseen AS (
    UPDATE conversations c SET owner_mail_id = r.id
    FROM mails r
    WHERE ${which} AND r.kind = 'owner_alert' AND c.workspace_id = r.workspace_id AND c.site_id = r.site_id
      AND c.owner_mail_id IS NULL AND c.is_unread AND NOT c.is_spam
      AND ${SAID_SEQ} > c.owner_mailed_seq AND c.last_message_at > r.created_at - interval '1 day'
  ), unseen_by_member AS (
    UPDATE email_alerts e SET mail_id = r.id
    FROM mails r JOIN conversations c ON c.id = r.conversation_id JOIN workspaces w ON w.id = c.workspace_id
    WHERE ${which} AND r.kind = 'member_alert' AND e.user_id = r.user_id AND e.conversation_id = c.id AND e.mail_id IS NULL
      AND c.is_unread AND NOT c.is_spam AND ${SAID_SEQ} > ${EMAILED}
      AND c.last_message_at > r.created_at - interval '1 day'
  ), tried_visitor AS (
    UPDATE visitors v SET ${UNMARKED} FROM mails r
    WHERE ${which} AND v.id = coalesce(r.visitor_id, (SELECT visitor_id FROM conversations WHERE id = r.conversation_id))
      AND ${isHashOf(Prisma.sql`r.recipient_hash`)}
  ), tried_person AS (
    UPDATE users u SET ${UNMARKED} FROM mails r
    WHERE ${which} AND u.id = coalesce(r.user_id, (SELECT owner_id FROM workspaces WHERE id = r.workspace_id))
      AND ${hashOfAddress(Prisma.sql`u.email`)} = r.recipient_hash
  )`;
