import { query } from "#platform/database/database.ts";
import type { JobOfRow } from "#platform/jobs/rows.ts";
import { Prisma } from "#prisma-client";

export type MailKind =
  | "owner_alert"
  | "visitor_answer"
  | "test"
  | "confirm_address"
  | "reset_password"
  | "address_changed"
  | "webhook_stopped";

/** A mail that waits to be sent, as its row says. */
export type MailRow = {
  id: string;
  kind: MailKind;
  workspaceId: string;
  siteId: string | null;
  conversationId: string | null;
  userId: string | null;
  recipient: string | null;
  /** Why the last try failed. */
  reason: string | null;
};

/** The mail that a job is about; null where it was sent, given up or handed to another job meanwhile. */
export async function findMail({ rowId, jobId }: JobOfRow): Promise<MailRow | null> {
  const [row] = await query<MailRow>(Prisma.sql`
    SELECT id, kind, workspace_id AS "workspaceId", site_id AS "siteId", conversation_id AS "conversationId",
      user_id AS "userId", recipient, reason
    FROM mails WHERE id = ${rowId}::uuid AND job_id = ${jobId}::uuid AND status = 'pending'`);
  return row ?? null;
}

/** Notes that a mail is handed to the server now. */
export async function recordAttempt(mailId: string): Promise<void> {
  await query(Prisma.sql`UPDATE mails SET attempts = attempts + 1, updated_at = now() WHERE id = ${mailId}::uuid`);
}

/**
 * Notes why a try has failed. Where the server has certainly not got it, the next try may tell of more than this one did.
 */
export async function recordFailure(mailId: string, reason: string, mayHaveArrived: boolean): Promise<void> {
  await query(Prisma.sql`
    UPDATE mails SET reason = ${reason}, updated_at = now(),
      covers_until = CASE WHEN ${mayHaveArrived} THEN covers_until END
    WHERE id = ${mailId}::uuid AND status = 'pending'`);
}

/** What became of a mail in the end, and why it was not sent if it was not. */
export type MailEnd =
  | { status: "sent"; answer: string }
  | { status: "skipped"; reason: string }
  | { status: "failed"; reason: string };

/** The change of a mail's row when it has come to its end. An address that stands there is kept for who tries again, and else forgotten. */
export const endMail = (mailId: string, end: MailEnd) => Prisma.sql`
  UPDATE mails SET status = ${end.status}, updated_at = now(),
    recipient = CASE WHEN ${end.status === "failed"} THEN recipient END,
    reason = ${end.status === "sent" ? null : end.reason},
    answer = ${end.status === "sent" ? end.answer : null},
    sent_at = CASE WHEN ${end.status === "sent"} THEN now() END
  WHERE id = ${mailId}::uuid AND status = 'pending'`;

/** Ends a mail that no conversation waits for. */
export const finishMail = (mailId: string) => (end: MailEnd) => query(endMail(mailId, end));
