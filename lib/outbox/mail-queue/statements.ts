import { addJob } from "#platform/jobs/statements.ts";
import { Prisma } from "#prisma-client";

export type MailKind =
  | "owner_alert"
  | "member_alert"
  | "visitor_answer"
  | "visitor_rating"
  | "transcript"
  | "confirm_transcript"
  | "test"
  | "confirm_address"
  | "reset_password"
  | "address_changed"
  | "webhook_stopped"
  | "device_lapsing"
  | "service_status"
  | "round_trip"
  | "second_factor_failing"
  | "second_factor_due"
  | "passkey_added"
  | "passkey_removed"
  | "ownership_offered"
  | "invitation"
  | "reply_back"
  | "digest";

/** Matches a row with `user_id` and `site_id` if that person is emailed about the site. */
export const isEmailedTo = (row: Prisma.Sql) => Prisma.sql`EXISTS (
    SELECT FROM users u WHERE u.id = ${row}.user_id AND u.email_confirmed_at IS NOT NULL AND u.alert_mails
      AND u.bounced_email IS DISTINCT FROM u.email
      AND NOT EXISTS (SELECT FROM alert_mutes a WHERE a.user_id = u.id AND a.site_id = ${row}.site_id)
  )`;

export type Emailed = { conversation: Prisma.Sql; userId: Prisma.Sql; ownerId: Prisma.Sql };

/**
 * An expression: up to which message of a conversation a member of a shared workspace has been emailed, by their row `e` of
 * `email_alerts`. The emails from before anyone else joined went to the workspace's owner.
 */
export const emailedSeq = ({ conversation, userId, ownerId }: Emailed) => Prisma.sql`
  greatest(e.mailed_seq, CASE WHEN ${userId} = ${ownerId} THEN ${conversation}.owner_mailed_seq ELSE 0 END)`;

type NewMails = {
  /** Rows to make a mail each of. Its columns are what the expressions below are made of. */
  from: Prisma.Sql;
  kind: MailKind | Prisma.Sql;
  id: Prisma.Sql;
  workspaceId: Prisma.Sql;
  siteId?: Prisma.Sql;
  conversationId?: Prisma.Sql;
  messageId?: Prisma.Sql;
  userId?: Prisma.Sql;
  visitorId?: Prisma.Sql;
  /** The `seq` of the close's event that it asks about. */
  closeSeq?: Prisma.Sql;
  /** The received email that it's about. */
  receivedId?: Prisma.Sql;
  /** The address, if it isn't the one that the user has when the mail is sent. */
  recipient?: string | null;
  due?: Prisma.Sql;
};

/** When a mail is due that waits for so many seconds. */
export const dueIn = (seconds: number) => Prisma.sql`now() + make_interval(secs => ${seconds})`;

const NO_ID = Prisma.sql`NULL::uuid`;

/** Stores mails with their jobs: a statement, or a part of the one that does what they are about. */
export const storeMails = ({
  from,
  kind,
  id,
  workspaceId,
  siteId = NO_ID,
  conversationId = NO_ID,
  messageId = NO_ID,
  userId = NO_ID,
  visitorId = NO_ID,
  closeSeq = Prisma.sql`NULL::int`,
  receivedId = NO_ID,
  recipient = null,
  due = Prisma.sql`now()`,
}: NewMails) => Prisma.sql`
  INSERT INTO mails (
    id, job_id, kind, workspace_id, site_id, conversation_id, message_id, user_id, visitor_id, close_seq, received_id,
    recipient, due_at, created_at, updated_at
  )
  SELECT ${id}, ${id}, ${kind}, ${workspaceId}, ${siteId}, ${conversationId}, ${messageId}, ${userId}, ${visitorId},
    ${closeSeq}, ${receivedId}, ${recipient}, ${due}, now(), now()
  FROM ${from}
  RETURNING ${addJob("mail", { jobId: Prisma.sql`job_id`, rowId: Prisma.sql`id`, due: Prisma.sql`due_at` })}`;
