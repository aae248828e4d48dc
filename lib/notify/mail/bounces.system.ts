import { type Transaction, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { headerLine } from "#platform/mail/header-rules.ts";
import { countBounce } from "#platform/metrics/count.ts";
import { Prisma } from "#prisma-client";
import type { ConversationRef } from "../../base/changes/change.ts";
import { publishChange } from "../../base/changes/publish-change.ts";
import { CONVERSATION_REF, NEXT_VERSION } from "../../base/changes/statements.ts";
import { isHashOf } from "../../outbox/mail-queue/visitor-statements.ts";
import { FAILED_EMAIL, storeFailureEvents } from "../notifications/statements.ts";

/* SQL, because a report may come twice at once, and because it must not mark an address that was changed meanwhile. */

const BOUNCE_MAX = 199;
// Of the statuses of addresses (RFC 3463), those about the sender's say nothing about the recipient.
const OF_SENDER = /^5\.1\.[78]$/;
const OF_ADDRESS = /^5\.1\.\d{1,3}$/;
const NO_ROUTE = "5.4.4";
// They say nothing certain, and some servers use them for what they take for spam. So the text has to say it.
const UNSPECIFIC = new Set(["5.0.0", "5.1.0"]);
const NO_SUCH =
  /\b(?:user|mailbox|recipient|address|account)\b.{0,80}(?:unknown|n[o'’]t (?:be )?(?:found|known|exist)|no longer exist|non-?existent)|\b(?:unknown|no such|non-?existent) (?:\w+ )?(?:user|mailbox|recipient|address|account)\b/i;
const OTHER_REASON = /\b5\.7\.\d|\bsender\b/i;

/** What a server said about an email: the enhanced status, and its text. */
export type Bounce = { status: string; says: string };

/** Whether a report says that an address doesn't exist. A full mailbox or a policy doesn't. */
export function marksAddress({ status, says }: Bounce): boolean {
  if (UNSPECIFIC.has(status)) return NO_SUCH.test(says) && !OTHER_REASON.test(says);
  return status === NO_ROUTE || (OF_ADDRESS.test(status) && !OF_SENDER.test(status));
}

// The server's text mostly begins with the same status.
const textOf = ({ status, says }: Bounce) =>
  headerLine(`${status} ${says.replace(/^\d{3}[ -](?:\d\.\d{1,3}\.\d{1,3}\s)?/, "")}`.toWellFormed(), BOUNCE_MAX);

type Reported = {
  id: string;
  status: string;
  workspaceId: string | null;
  conversationId: string | null;
  visitorId: string | null;
  userId: string | null;
  recipientHash: Buffer;
};

/**
 * What became of a report: the address is `marked`, only the email has failed (`noted`), the report says nothing new (`repeated`), it's
 * about no email of the last 30 days (`unmatched`), or the email is still being sent (`early`).
 */
type BounceOutcome = "marked" | "noted" | "repeated" | "unmatched" | "early";

type Noted = { outcome: BounceOutcome; conversationId: string | null };

/** An email of ours that a report names. Only what's proven marks its address: all recipients of a reply see the Message-ID. */
export type ReportedMail = { mailId: string; isProven: boolean };

/**
 * Takes a report into account that an email couldn't be delivered, once for each email. `mails` are those that it names, the surer
 * one first. Returns the email's conversation too, if it has one.
 */
export async function noteBounce(
  mails: readonly ReportedMail[],
  bounce: Bounce,
  { waits }: { waits: boolean },
): Promise<Noted> {
  let noted: Noted = { outcome: "unmatched", conversationId: null };
  for (const mail of mails) {
    if (noted.outcome !== "unmatched") break;
    noted = await retryingConflicts(() => transaction((tx) => noteOne(tx, mail, bounce, waits)));
  }
  if (noted.outcome !== "early") countBounce(noted.outcome);
  return noted;
}

async function noteOne(
  tx: Transaction,
  { mailId, isProven }: ReportedMail,
  bounce: Bounce,
  waits: boolean,
): Promise<Noted> {
  const [mail] = await tx.query<Reported & { isNoted: boolean }>(Prisma.sql`
    SELECT id, status, workspace_id AS "workspaceId", conversation_id AS "conversationId", visitor_id AS "visitorId",
      user_id AS "userId", recipient_hash AS "recipientHash", bounced_at IS NOT NULL AS "isNoted"
    FROM mails
    WHERE id = ${mailId}::uuid AND recipient_hash IS NOT NULL
      AND coalesce(sent_at, updated_at) > now() - interval '30 days'
    FOR UPDATE`);
  if (!mail) return { outcome: "unmatched", conversationId: null };
  const { conversationId } = mail;
  if (mail.isNoted) return { outcome: "repeated", conversationId };
  if (mail.status === "pending" && waits) return { outcome: "early", conversationId };
  // One that proves it may still come, and marks the address.
  if (!isProven && mail.status !== "sent") return { outcome: "repeated", conversationId };
  await tx.query(Prisma.sql`
    UPDATE mails SET bounced_at = CASE WHEN ${isProven} THEN now() END, updated_at = now(),
      status = CASE WHEN status = 'sent' THEN 'failed' ELSE status END,
      reason = CASE WHEN status = 'sent' THEN ${`The email came back (${textOf(bounce)}).`} ELSE reason END
    WHERE id = ${mailId}::uuid`);
  if (mail.status === "sent") {
    await failNotifications(tx, mailId);
    await uncoverReplies(tx, mailId);
  }
  const isMarked = isProven && marksAddress(bounce) && (await markAddress(tx, mail, bounce));
  return { outcome: isMarked ? "marked" : "noted", conversationId };
}

/** Marks the address of an email that the server refused because of it. The email's end is recorded by its job. */
export async function noteRefusal(mailId: string, refusal: Bounce): Promise<void> {
  if (!OF_ADDRESS.test(refusal.status) || !marksAddress(refusal)) return;
  const isMarked = await retryingConflicts(() =>
    transaction(async (tx) => {
      const [mail] = await tx.query<Reported>(Prisma.sql`
        SELECT id, status, workspace_id AS "workspaceId", conversation_id AS "conversationId", visitor_id AS "visitorId",
          user_id AS "userId", recipient_hash AS "recipientHash"
        FROM mails WHERE id = ${mailId}::uuid AND recipient_hash IS NOT NULL`);
      return mail !== undefined && markAddress(tx, mail, refusal);
    }),
  );
  if (isMarked) countBounce("marked");
}

/** Marks the address of an email's recipient, if it's still the one that the email went to. */
async function markAddress(
  tx: Transaction,
  { workspaceId, conversationId, visitorId, userId, recipientHash }: Reported,
  bounce: Bounce,
): Promise<boolean> {
  const marked = Prisma.sql`bounced_email = email, bounced_at = now(), bounce = ${textOf(bounce)}`;
  const hash = Prisma.sql`${recipientHash}::bytea`;
  const conversations = await tx.query<ConversationRef | { conversationId: null }>(Prisma.sql`
    WITH visitor AS (
      UPDATE visitors v SET ${marked}
      WHERE v.id = coalesce(${visitorId}::uuid, (SELECT visitor_id FROM conversations WHERE id = ${conversationId}::uuid))
        AND ${isHashOf(hash)}
      RETURNING v.id
    ), conversation AS (
      UPDATE conversations c SET ${NEXT_VERSION} FROM visitor WHERE c.visitor_id = visitor.id RETURNING ${CONVERSATION_REF}
    )
    SELECT conversation.* FROM visitor LEFT JOIN conversation ON true`);
  const people = await tx.query<{ id: string }>(Prisma.sql`
    UPDATE users u SET ${marked}
    WHERE u.id = coalesce(${userId}::uuid, (SELECT owner_id FROM workspaces WHERE id = ${workspaceId}::uuid))
      AND sha256(convert_to(u.email, 'UTF8')) = ${hash}
    RETURNING u.id`);
  tx.afterCommit(() => {
    for (const row of conversations) if (row.conversationId !== null) publishChange({ kind: "conversation", ...row });
    for (const { id } of people) publishChange({ kind: "account", userId: id });
  });
  return conversations.length + people.length > 0;
}

// The visitor hasn't been emailed them, so the next email has them too: to another address, or if it's tried again.
async function uncoverReplies(tx: Transaction, mailId: string): Promise<void> {
  await tx.query(Prisma.sql`
    UPDATE conversations c SET visitor_mailed_seq = least(c.visitor_mailed_seq, coalesce((
      SELECT max(m.seq) FROM messages m
      WHERE m.conversation_id = c.id AND m.created_at <= (
        SELECT max(covers_until) FROM mails WHERE conversation_id = c.id AND kind = 'visitor_answer' AND status = 'sent'
      )
    ), 0))
    FROM mails came_back
    WHERE came_back.id = ${mailId}::uuid AND came_back.kind = 'visitor_answer' AND c.id = came_back.conversation_id`);
}

type Failed = { id: string; workspaceId: string; userId: string; conversationId: string; siteId: string };

// Its alerts are planned again at once, for the people's other channels.
async function failNotifications(tx: Transaction, mailId: string): Promise<void> {
  const failed = await tx.query<Failed>(Prisma.sql`
    WITH failed AS (
      UPDATE notifications n SET status = 'failed', accepted_at = NULL, updated_at = now()
      WHERE n.mail_id = ${mailId}::uuid AND n.channel = 'email' AND n.status = 'accepted'
      RETURNING n.id, n.workspace_id, n.user_id, n.conversation_id, n.channel, ${FAILED_EMAIL}::text AS reason
    ), pulled AS (
      UPDATE alerts a SET due_at = now() FROM failed WHERE a.conversation_id = failed.conversation_id AND a.ended_at IS NULL
    ), delivery AS (${storeFailureEvents(Prisma.sql`failed`)}
    )
    SELECT failed.id, failed.workspace_id AS "workspaceId", failed.user_id AS "userId", c.id AS "conversationId",
      c.site_id AS "siteId"
    FROM failed JOIN conversations c ON c.id = failed.conversation_id`);
  if (failed.length === 0) return;
  tx.afterCommit(() => {
    for (const { id: notificationId, userId: of, ...place } of failed)
      publishChange({
        kind: "notification-failed",
        channel: "email",
        reason: FAILED_EMAIL,
        notificationId,
        of,
        ...place,
      });
    wakeJobs("webhook");
  });
}
