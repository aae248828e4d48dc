import { query } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { env } from "#platform/env.ts";
import { addJob } from "#platform/jobs/statements.ts";
import { Prisma } from "#prisma-client";
import { endMail, type MailEnd } from "./mail-row.system.ts";

/*
 * A conversation names the email that waits for each of its sides, and up to which message that side has been
 * emailed. Later messages get another email.
 */
export type CoveredSide = "owner" | "visitor";

/** Which conversations an email covered, and up to which message. */
export type MailCoverage = { conversationId: string; seq: number }[];

const COLUMNS: Record<CoveredSide, { mail: Prisma.Sql; told: Prisma.Sql; unread: Prisma.Sql; kind: string }> = {
  owner: {
    mail: Prisma.sql`owner_mail_id`,
    told: Prisma.sql`owner_mailed_seq`,
    unread: Prisma.sql`owner_unread_count`,
    kind: "owner_alert",
  },
  visitor: {
    mail: Prisma.sql`visitor_mail_id`,
    told: Prisma.sql`visitor_mailed_seq`,
    unread: Prisma.sql`visitor_unread_count`,
    kind: "visitor_answer",
  },
};

/**
 * Finishes an email about conversations: records what it covered, and queues another email for those with later
 * unread messages. A skipped email covers nothing. `again` says whether unread messages keep waiting.
 */
export async function endConversationMail(
  side: CoveredSide,
  mailId: string,
  end: MailEnd,
  { told = [], again }: { told?: MailCoverage; again: boolean },
): Promise<void> {
  const column = COLUMNS[side];
  const ids = told.map(({ conversationId }) => conversationId);
  const seqs = told.map(({ seq }) => seq);
  const toldTo = Prisma.sql`greatest(c.${column.told}, coalesce((
    SELECT t.seq FROM unnest(${ids}::uuid[], ${seqs}::int[]) AS t (id, seq) WHERE t.id = c.id), 0))`;
  // A sender has read everything before their message, so what is unread and later than the coverage is the other
  // side's.
  await retryingConflicts(() =>
    query(Prisma.sql`
    WITH conversation AS (
      UPDATE conversations c SET ${column.told} = ${toldTo},
        ${column.mail} = CASE WHEN ${again} AND NOT c.is_spam AND c.${column.unread} > 0 AND c.last_seq > ${toldTo}
          THEN gen_random_uuid() END
      WHERE c.${column.mail} = ${mailId}::uuid
      RETURNING c.*
    ), next AS (
      INSERT INTO mails (
        id, job_id, kind, workspace_id, site_id, conversation_id, visitor_id, due_at, created_at, updated_at
      )
      SELECT c.${column.mail}, c.${column.mail}, ${column.kind}, c.workspace_id, c.site_id, c.id,
        ${side === "visitor" ? Prisma.sql`c.visitor_id` : Prisma.sql`NULL::uuid`},
        now() + make_interval(secs => ${env().MAIL_DELAY}), now(), now()
      FROM conversation c WHERE c.${column.mail} IS NOT NULL
      RETURNING ${addJob("mail", { jobId: Prisma.sql`job_id`, rowId: Prisma.sql`id`, due: Prisma.sql`due_at` })}
    )
    ${endMail(mailId, end)}`),
  );
}
