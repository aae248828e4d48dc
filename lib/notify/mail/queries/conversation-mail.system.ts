import { query } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { env } from "#platform/env.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { Prisma } from "#prisma-client";
import { publishChange } from "../../../base/changes/publish-change.ts";
import type { MessageKind } from "../../../desk/messages/kinds.ts";
import { SAID_SEQ } from "../../../desk/messages/said-statements.ts";
import { dueIn, emailedSeq, type MailKind, storeMails } from "../../../outbox/mail-queue/statements.ts";
import { FAILED_EMAIL, finishEmails, storeQueuedEmails } from "../../notifications/statements.ts";
import type { QuotedMessage } from "../templates/quoted-message.ts";
import { endMail, type MailEnd } from "./mail-row.system.ts";

/*
 * A conversation names the email that waits for each of its sides, and up to which message that side has been
 * emailed. Later messages get another email. In a shared workspace, `email_alerts` says that for each member; one that never
 * had a second person goes on with the owner's columns, which the version before knows.
 */
export type CoveredSide = "owner" | "visitor" | "member";

/** Which conversations an email covered, up to which message, and whether it contains them. */
export type MailCoverage = { conversationId: string; seq: number; isContained: boolean }[];

type Columns = { mail: Prisma.Sql; readSeq: Prisma.Sql; mailedSeq: Prisma.Sql; kind: MailKind };

const OWNER_ID = Prisma.sql`(SELECT w.owner_id FROM workspaces w WHERE w.id = c.workspace_id)`;

const COLUMNS: Record<CoveredSide, Columns> = {
  owner: {
    mail: Prisma.sql`c.owner_mail_id`,
    readSeq: Prisma.sql`c.owner_read_seq`,
    mailedSeq: Prisma.sql`c.owner_mailed_seq`,
    kind: "owner_alert",
  },
  member: {
    mail: Prisma.sql`e.mail_id`,
    readSeq: Prisma.sql`c.owner_read_seq`,
    mailedSeq: emailedSeq({ conversation: Prisma.sql`c`, userId: Prisma.sql`e.user_id`, ownerId: OWNER_ID }),
    kind: "member_alert",
  },
  visitor: {
    mail: Prisma.sql`c.visitor_mail_id`,
    readSeq: Prisma.sql`c.visitor_read_seq`,
    mailedSeq: Prisma.sql`c.visitor_mailed_seq`,
    kind: "visitor_answer",
  },
};

// What the chat calls the person who replied, on sites that show people's names.
export const NAME_FOR_VISITORS = Prisma.sql`(
  SELECT CASE WHEN w.shared_at IS NULL THEN u.name ELSE coalesce(p.visitor_name, u.name) END
  FROM sites s JOIN workspaces w ON w.id = s.workspace_id JOIN users u ON u.id = messages.sender_id
    LEFT JOIN members p ON p.workspace_id = w.id AND p.user_id = u.id
  WHERE s.id = c.site_id AND s.reply_name = 'person'
)`;

/** The names and sizes of the files of a row of `messages`, as an expression. */
export const FILES_OF_MESSAGE = Prisma.sql`CASE WHEN file_count > 0 THEN (
    SELECT jsonb_agg(jsonb_build_object('name', f.name, 'size', f.size) ORDER BY f.position)
    FROM files f WHERE f.message_id = messages.id
  ) ELSE '[]' END`;

// Whose messages a side is emailed: only people's.
const sentTo = (side: CoveredSide): MessageKind => (side === "visitor" ? "owner" : "visitor");

/** The messages of a conversation that a side hasn't seen: the first ones, how many there are, and the first one's `seq`. */
export type UnseenMessages = { messages: QuotedMessage[]; count: number; from: number | null };

/**
 * A LATERAL subquery of UnseenMessages, of the conversation, `c`, and the member's row of `email_alerts`, `e`, that the email,
 * `m`, covers. `to` is their last `seq`.
 */
export function unseenBy(side: CoveredSide, messagesMax: number): Prisma.Sql {
  const { readSeq, mailedSeq } = COLUMNS[side];
  return Prisma.sql`LATERAL (
      SELECT count(*)::int AS count, min(seq) AS from, max(seq) AS to,
        coalesce(jsonb_agg(jsonb_build_object(
          'body', body, 'createdAt', created_at, 'files', files, 'senderName', sender_name) ORDER BY seq)
          FILTER (WHERE number <= ${messagesMax}), '[]') AS messages
      FROM (
        SELECT seq, body, created_at, row_number() OVER (ORDER BY seq) AS number, ${FILES_OF_MESSAGE} AS files, ${side === "visitor" ? NAME_FOR_VISITORS : Prisma.sql`NULL::text`} AS sender_name
        FROM messages
        WHERE conversation_id = c.id AND sender_type = ${sentTo(side)} AND created_at <= m.covers_until AND deleted_at IS NULL
          AND seq > greatest(${readSeq}, ${mailedSeq})
      ) message
    )`;
}

/** Converts the messages' times, which JSON has as text. */
export const withDates = <Row extends UnseenMessages>(row: Row): Row => ({
  ...row,
  messages: row.messages.map(({ createdAt, ...message }) => ({ ...message, createdAt: new Date(createdAt) })),
});

/**
 * Finishes an email about conversations: records what it covered, and queues another email for those with later
 * unread messages. A skipped email covers nothing. `again` says whether unread messages keep waiting.
 */
export async function endConversationMail(
  side: CoveredSide,
  mailId: string,
  end: MailEnd,
  { covered = [], again }: { covered?: MailCoverage; again: boolean },
): Promise<void> {
  const column = COLUMNS[side];
  const ids = covered.map(({ conversationId }) => conversationId);
  const seqs = covered.map(({ seq }) => seq);
  const containedIds = end.status === "sent" ? ids.filter((_, at) => covered[at]?.isContained) : [];
  const coveredTo = Prisma.sql`greatest(${column.mailedSeq}, coalesce((
    SELECT t.seq FROM unnest(${ids}::uuid[], ${seqs}::int[]) AS t (id, seq) WHERE t.id = c.id), 0))`;
  const failed = await retryingConflicts(() =>
    query<FailedEmail>(Prisma.sql`
    WITH conversation AS (${advance(side, mailId, {
      coveredTo,
      next: Prisma.sql`CASE WHEN ${again} AND NOT c.is_spam
          AND newest_left_seq(c.id, ${sentTo(side)}) > greatest(${column.readSeq}, ${coveredTo})
        THEN gen_random_uuid() END`,
    })}
    ), next AS (${storeMails({
      from: Prisma.sql`conversation c WHERE c.mail_id IS NOT NULL`,
      kind: column.kind,
      id: Prisma.sql`c.mail_id`,
      workspaceId: Prisma.sql`c.workspace_id`,
      siteId: Prisma.sql`c.site_id`,
      conversationId: Prisma.sql`c.id`,
      ...(side === "visitor" && { visitorId: Prisma.sql`c.visitor_id` }),
      ...(side === "member" && { userId: Prisma.sql`c.user_id` }),
      due: dueIn(env().MAIL_DELAY),
    })}
    ) ${side === "visitor" ? Prisma.empty : noteEmails({ mailId, status: end.status, containedIds })}
    , ended AS (${endMail(mailId, end)}
    ) SELECT n.id AS "notificationId", n.workspace_id AS "workspaceId", n.conversation_id AS "conversationId",
      n.user_id AS of, (SELECT site_id FROM conversations WHERE id = n.conversation_id) AS "siteId"
    FROM ${side === "visitor" ? Prisma.sql`notifications n WHERE false` : Prisma.sql`finished n WHERE n.status = 'failed'`}`),
  );
  for (const email of failed)
    publishChange({ kind: "notification-failed", channel: "email", reason: FAILED_EMAIL, ...email });
  if (failed.length > 0) wakeJobs("webhook");
}

const MAIL_COLUMN = { owner: Prisma.sql`owner_mail_id`, visitor: Prisma.sql`visitor_mail_id` };
const MAILED_COLUMN = { owner: Prisma.sql`owner_mailed_seq`, visitor: Prisma.sql`visitor_mailed_seq` };

// Moves the conversations on that wait for an email: to `next`, or to none.
function advance(
  side: CoveredSide,
  mailId: string,
  { coveredTo, next }: { coveredTo: Prisma.Sql; next: Prisma.Sql },
): Prisma.Sql {
  const returned = Prisma.sql`c.id, c.workspace_id, c.site_id, c.visitor_id, ${SAID_SEQ} AS last_seq`;
  if (side === "member") {
    return Prisma.sql`
      UPDATE email_alerts e SET mailed_seq = ${coveredTo}, mail_id = ${next}
      FROM conversations c WHERE e.mail_id = ${mailId}::uuid AND c.id = e.conversation_id
      RETURNING ${returned}, e.mail_id, e.user_id`;
  }
  return Prisma.sql`
      UPDATE conversations c SET ${MAILED_COLUMN[side]} = ${coveredTo}, ${MAIL_COLUMN[side]} = ${next}
      WHERE c.${MAIL_COLUMN[side]} = ${mailId}::uuid
      RETURNING ${returned}, c.${MAIL_COLUMN[side]} AS mail_id, ${side === "owner" ? OWNER_ID : Prisma.sql`NULL::uuid`} AS user_id`;
}

/** A notification by an email that was given up. */
type FailedEmail = { notificationId: string; workspaceId: string; conversationId: string; siteId: string; of: string };

const noteEmails = (end: Parameters<typeof finishEmails>[0]) => Prisma.sql`, ${finishEmails(end)}, queued AS (
  ${storeQueuedEmails(
    Prisma.sql`(SELECT * FROM conversation WHERE mail_id IS NOT NULL) c`,
    Prisma.sql`c.mail_id`,
    dueIn(env().MAIL_DELAY),
  )})`;
