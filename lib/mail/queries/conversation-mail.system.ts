import { query } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { env } from "#platform/env.ts";
import { Prisma } from "#prisma-client";
import { type MailKind, storeMails } from "../../mail-queue/statements.ts";
import { endMail, type MailEnd } from "./mail-row.system.ts";

/*
 * A conversation names the email that waits for each of its sides, and up to which message that side has been
 * emailed. Later messages get another email.
 */
export type CoveredSide = "owner" | "visitor";

/** Which conversations an email covered, and up to which message. */
export type MailCoverage = { conversationId: string; seq: number }[];

const COLUMNS: Record<CoveredSide, { mail: Prisma.Sql; mailedSeq: Prisma.Sql; unread: Prisma.Sql; kind: MailKind }> = {
  owner: {
    mail: Prisma.sql`owner_mail_id`,
    mailedSeq: Prisma.sql`owner_mailed_seq`,
    unread: Prisma.sql`owner_unread_count`,
    kind: "owner_alert",
  },
  visitor: {
    mail: Prisma.sql`visitor_mail_id`,
    mailedSeq: Prisma.sql`visitor_mailed_seq`,
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
  { covered = [], again }: { covered?: MailCoverage; again: boolean },
): Promise<void> {
  const column = COLUMNS[side];
  const ids = covered.map(({ conversationId }) => conversationId);
  const seqs = covered.map(({ seq }) => seq);
  const coveredTo = Prisma.sql`greatest(c.${column.mailedSeq}, coalesce((
    SELECT t.seq FROM unnest(${ids}::uuid[], ${seqs}::int[]) AS t (id, seq) WHERE t.id = c.id), 0))`;
  // A sender has read everything before their message, so what is unread and later than the coverage is the other
  // side's.
  await retryingConflicts(() =>
    query(Prisma.sql`
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
      delaySeconds: env().MAIL_DELAY,
    })}
    )
    ${endMail(mailId, end)}`),
  );
}
