import { Prisma } from "#prisma-client";
import { type Emailed, emailedSeq, type MailKind, storeMails } from "../../outbox/mail-queue/statements.ts";
import { storeQueuedEmails } from "./statements.ts";

/*
 * Emails about a conversation's unread messages: one that becomes due, or all that waited for someone's address. A workspace that
 * never had a second person has its owner's in the conversation's columns, so that the version before sends them too. In a
 * shared one, `email_alerts` has each person's.
 */

/** Joins how far a person was emailed about a conversation, as `e`. */
export const joinEmailed = ({ conversation, userId }: Emailed) => Prisma.sql`
  LEFT JOIN email_alerts e ON e.user_id = ${userId} AND e.conversation_id = ${conversation}.id`;

/** Matches a conversation, with `e`, that has messages up to `saidSeq` that no email to a person covers or waits to cover. */
export const needsEmail = ({ conversation, userId, ownerId }: Emailed, saidSeq: Prisma.Sql) => Prisma.sql`
  e.mail_id IS NULL AND (${conversation}.owner_mail_id IS NULL OR ${userId} <> ${ownerId})
  AND ${saidSeq} > ${emailedSeq({ conversation, userId, ownerId })}`;

/**
 * The CTEs that store the emails of `emailed`: rows of a conversation's id, workspace_id, site_id, last_seq and is_shared, and of user_id,
 * mail_id, message_id and mail_due_at. Rows of one mail_id are one email. Unless the workspace is shared, the statement
 * also has to name it in the conversation.
 */
export const STORE_EMAILS = Prisma.sql`
  email_alert AS (
    INSERT INTO email_alerts (user_id, conversation_id, mail_id) SELECT user_id, id, mail_id FROM emailed WHERE is_shared
    ON CONFLICT (user_id, conversation_id) DO UPDATE SET mail_id = excluded.mail_id
  ), mail AS (${storeMails({
    from: Prisma.sql`(SELECT DISTINCT ON (mail_id) * FROM emailed) m`,
    kind: Prisma.sql`CASE WHEN is_shared THEN ${"member_alert" satisfies MailKind} ELSE ${"owner_alert" satisfies MailKind} END`,
    id: Prisma.sql`mail_id`,
    workspaceId: Prisma.sql`workspace_id`,
    siteId: Prisma.sql`site_id`,
    conversationId: Prisma.sql`id`,
    messageId: Prisma.sql`message_id`,
    userId: Prisma.sql`CASE WHEN is_shared THEN user_id END`,
    due: Prisma.sql`mail_due_at`,
  })}
  ), mail_note AS (${storeQueuedEmails(Prisma.sql`emailed c`, Prisma.sql`c.mail_id`, Prisma.sql`c.mail_due_at`)}
    RETURNING channel, status
  )`;
