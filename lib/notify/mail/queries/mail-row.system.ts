import { query } from "#platform/database/database.ts";
import type { JobOfRow } from "#platform/jobs/rows.ts";
import { Prisma } from "#prisma-client";
import type { MailKind } from "../../../outbox/mail-queue/statements.ts";
import { hashOfAddress } from "../../../outbox/mail-queue/visitor-statements.ts";

/** The row of an email that waits to be sent. */
export type MailRow = {
  id: string;
  kind: MailKind;
  /** Null if it's about an account that owns no workspace. */
  workspaceId: string | null;
  /** The account that it's about. Null if that's the workspace's owner's. */
  userId: string | null;
  siteId: string | null;
  conversationId: string | null;
  recipient: string | null;
  /** Why the last attempt failed. */
  reason: string | null;
};

/** Returns the email of a job, or null if it was sent, given up or given another job meanwhile. */
export async function findMail({ rowId, jobId }: JobOfRow): Promise<MailRow | null> {
  const [row] = await query<MailRow>(Prisma.sql`
    SELECT id, kind, workspace_id AS "workspaceId", user_id AS "userId", site_id AS "siteId",
      conversation_id AS "conversationId", recipient, reason
    FROM mails WHERE id = ${rowId}::uuid AND job_id = ${jobId}::uuid AND status = 'pending'`);
  return row ?? null;
}

/** Records that an email is being handed to the server, and to which address. */
export async function recordAttempt({ id, to }: { id: string; to: string }): Promise<void> {
  await query(Prisma.sql`
    UPDATE mails SET attempts = attempts + 1, recipient_hash = ${hashOfAddress(to)}, bounced_at = NULL,
      updated_at = now()
    WHERE id = ${id}::uuid`);
}

/** Records why an attempt failed. If the server certainly didn't get it, the next attempt may cover more messages. */
export async function recordFailure(mailId: string, reason: string, mayHaveArrived: boolean): Promise<void> {
  await query(Prisma.sql`
    UPDATE mails SET reason = ${reason}, updated_at = now(),
      covers_until = CASE WHEN ${mayHaveArrived} THEN covers_until END
    WHERE id = ${mailId}::uuid AND status = 'pending'`);
}

/** The final state of an email, and why it wasn't sent if it wasn't. */
export type MailEnd =
  | { status: "sent"; response: string }
  | { status: "skipped"; reason: string }
  | { status: "failed"; reason: string };

/** The UPDATE that finishes an email. Its address is kept for a retry, and removed otherwise. */
export const endMail = (mailId: string, end: MailEnd) => Prisma.sql`
  UPDATE mails SET status = ${end.status}, updated_at = now(),
    recipient = CASE WHEN ${end.status === "failed"} THEN recipient END,
    reason = ${end.status === "sent" ? null : end.reason},
    answer = ${end.status === "sent" ? end.response : null},
    sent_at = CASE WHEN ${end.status === "sent"} THEN now() END
  WHERE id = ${mailId}::uuid AND status = 'pending'`;

/** Finishes an email that no conversation waits for. */
export const finishMail = (mailId: string) => (end: MailEnd) => query(endMail(mailId, end));
