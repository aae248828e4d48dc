import { query } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { env } from "#platform/env.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { Prisma } from "#prisma-client";
import { publishChange } from "../../changes/publish-change.ts";
import { dueIn, type MailKind, storeMails } from "../../mail-queue/statements.ts";
import { FAILED_EMAIL, finishEmails, storeQueuedEmails } from "../../notifications/statements.ts";
import { endMail, type MailEnd } from "./mail-row.system.ts";

/*
 * A conversation names the email that waits for each of its sides, and up to which message that side has been
 * emailed. Later messages get another email.
 */
export type CoveredSide = "owner" | "visitor";

/** Which conversations an email covered, up to which message, and whether it contains them. */
export type MailCoverage = { conversationId: string; seq: number; isContained: boolean }[];

type Columns = { mail: Prisma.Sql; readSeq: Prisma.Sql; mailedSeq: Prisma.Sql; unread: Prisma.Sql; kind: MailKind };

const COLUMNS: Record<CoveredSide, Columns> = {
  owner: {
    mail: Prisma.sql`owner_mail_id`,
    readSeq: Prisma.sql`owner_read_seq`,
    mailedSeq: Prisma.sql`owner_mailed_seq`,
    unread: Prisma.sql`owner_unread_count`,
    kind: "owner_alert",
  },
  visitor: {
    mail: Prisma.sql`visitor_mail_id`,
    readSeq: Prisma.sql`visitor_read_seq`,
    mailedSeq: Prisma.sql`visitor_mailed_seq`,
    unread: Prisma.sql`visitor_unread_count`,
    kind: "visitor_answer",
  },
};

/** The messages of a conversation that a side hasn't seen: the first ones, and how many there are. */
export type UnseenMessages = { messages: { body: string; createdAt: Date }[]; count: number };

/** A LATERAL subquery of UnseenMessages, of the conversation, `c`, that the email, `m`, covers. `to` is their last `seq`. */
export function unseenBy(side: CoveredSide, messagesMax: number): Prisma.Sql {
  const { readSeq, mailedSeq } = COLUMNS[side];
  return Prisma.sql`LATERAL (
      SELECT count(*)::int AS count, max(seq) AS to,
        coalesce(jsonb_agg(jsonb_build_object('body', body, 'createdAt', created_at) ORDER BY seq)
          FILTER (WHERE number <= ${messagesMax}), '[]') AS messages
      FROM (
        SELECT seq, body, created_at, row_number() OVER (ORDER BY seq) AS number FROM messages
        WHERE conversation_id = c.id AND sender_type <> ${side} AND created_at <= m.covers_until
          AND seq > greatest(c.${readSeq}, c.${mailedSeq})
      ) message
    )`;
}

/** Converts the messages' times, which JSON has as text. */
export const withDates = <Row extends UnseenMessages>(row: Row): Row => ({
  ...row,
  messages: row.messages.map(({ body, createdAt }) => ({ body, createdAt: new Date(createdAt) })),
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
  const coveredTo = Prisma.sql`greatest(c.${column.mailedSeq}, coalesce((
    SELECT t.seq FROM unnest(${ids}::uuid[], ${seqs}::int[]) AS t (id, seq) WHERE t.id = c.id), 0))`;
  // A sender has read everything before their message, so what is unread and later than the coverage is the other
  // side's.
  const failed = await retryingConflicts(() =>
    query<FailedEmail>(Prisma.sql`
    WITH conversation AS (
      UPDATE conversations c SET ${column.mailedSeq} = ${coveredTo},
        ${column.mail} = CASE WHEN ${again} AND NOT c.is_spam AND c.${column.unread} > 0 AND c.last_seq > ${coveredTo}
          THEN gen_random_uuid() END
      WHERE c.${column.mail} = ${mailId}::uuid
      RETURNING c.*
    ), next AS (${storeMails({
      from: Prisma.sql`conversation c WHERE c.${column.mail} IS NOT NULL`,
      kind: column.kind,
      id: Prisma.sql`c.${column.mail}`,
      workspaceId: Prisma.sql`c.workspace_id`,
      siteId: Prisma.sql`c.site_id`,
      conversationId: Prisma.sql`c.id`,
      ...(side === "visitor" && { visitorId: Prisma.sql`c.visitor_id` }),
      due: dueIn(env().MAIL_DELAY),
    })}
    ) ${side === "owner" ? noteEmails({ mailId, status: end.status, containedIds }) : Prisma.empty}
    , ended AS (${endMail(mailId, end)}
    ) SELECT n.id AS "notificationId", n.workspace_id AS "workspaceId", n.conversation_id AS "conversationId",
      (SELECT site_id FROM conversations WHERE id = n.conversation_id) AS "siteId"
    FROM ${side === "owner" ? Prisma.sql`finished n WHERE n.status = 'failed'` : Prisma.sql`notifications n WHERE false`}`),
  );
  for (const email of failed)
    publishChange({ kind: "notification-failed", channel: "email", reason: FAILED_EMAIL, ...email });
  if (failed.length > 0) wakeJobs("webhook");
}

/** A notification by an email that was given up. */
type FailedEmail = { notificationId: string; workspaceId: string; conversationId: string; siteId: string };

const noteEmails = (end: Parameters<typeof finishEmails>[0]) => Prisma.sql`, ${finishEmails(end)}, queued AS (
  ${storeQueuedEmails(
    Prisma.sql`(SELECT * FROM conversation WHERE owner_mail_id IS NOT NULL) c`,
    Prisma.sql`c.owner_mail_id`,
    dueIn(env().MAIL_DELAY),
  )})`;
