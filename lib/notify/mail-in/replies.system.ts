import { hashOfToken } from "#platform/crypto/one-time-token.ts";
import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { addJob } from "#platform/jobs/statements.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { isoTime } from "#platform/timestamp.ts";
import { Prisma } from "#prisma-client";
import { hasAccess } from "../../base/access/statements.ts";
import type { Draft } from "../../desk/replies/draft.ts";
import { hashOfAddress } from "../../outbox/mail-queue/visitor-statements.ts";
import { listTeammatesReplies } from "../mail/queries/reply-back.system.ts";
import { nameOf } from "../mail/templates/owner-alert.ts";
import type { ReplyLinkResponse } from "./schema.ts";

/*
 * What the link of an email that asks about a reply does. It needs no login: who reads the account's emails can reset its password
 * too. It works while the account has the address that it was emailed to, and has access to the conversation.
 */

/** For a FROM: the link, `l`, of a token, and the received email, `r`, of its account, `u`, in its conversation, `c`. */
const REPLY_OF = (token: string) => Prisma.sql`
  one_time_links l JOIN received_mails r ON r.id = l.received_id AND r.status = 'refused' AND r.reason IN ('asked', 'held')
    AND r.draft IS NOT NULL AND r.raw_hash IS NOT NULL
  JOIN users u ON u.id = r.user_id JOIN conversations c ON c.id = r.conversation_id
  WHERE l.token_hash = ${hashOfToken(token)} AND l.kind = 'reply' AND l.used_at IS NULL AND l.expires_at > now()
    AND l.stands_for = ${hashOfAddress(Prisma.sql`u.email`)} AND ${hasAccess(Prisma.sql`c`, Prisma.sql`u.id`)}`;

type Row = {
  draft: Draft;
  from: string | null;
  userId: string;
  conversationId: string;
  siteName: string;
  visitorName: string | null;
  visitorEmail: string | null;
  pageUrl: string | null;
  until: Date;
};

/** Returns what a link would send. Changes nothing. Throws `link_gone`. */
export async function previewReply(token: string): Promise<ReplyLinkResponse> {
  const [row] = await query<Row>(Prisma.sql`
    SELECT its.draft, its."from", its."userId", its."conversationId", its.until, s.name AS "siteName", v.name AS "visitorName",
      v.email AS "visitorEmail", its."pageUrl"
    FROM (
      SELECT r.draft, r.from_address AS "from", u.id AS "userId", c.id AS "conversationId", l.expires_at AS until, c.site_id,
        c.visitor_id, c.page_url AS "pageUrl"
      FROM ${REPLY_OF(token)}
    ) its JOIN sites s ON s.id = its.site_id JOIN visitors v ON v.id = its.visitor_id`);
  if (!row?.draft.why) throw new AppError("link_gone");
  const { text, files, why, seenSeq } = row.draft;
  const newer = why === "held" ? await listTeammatesReplies({ ...row, seenSeq }) : [];
  return {
    siteName: row.siteName,
    visitorName: nameOf(row),
    text,
    files,
    why,
    ...(row.from !== null && { from: row.from }),
    ...(newer.length > 0 && {
      newer: newer.map(({ senderName, body, createdAt }) => ({
        senderName: senderName ?? row.siteName,
        body,
        createdAt: isoTime(createdAt),
      })),
    }),
    until: isoTime(row.until),
  };
}

/** Has a reply sent by a job of its own, which checks again whether it may be. Works once. Throws `link_gone`. */
export async function confirmReply(token: string): Promise<void> {
  const released = await query(Prisma.sql`
    WITH used AS (
      UPDATE one_time_links its_link SET used_at = now() FROM (SELECT l.token_hash, r.id FROM ${REPLY_OF(token)}) its
      WHERE its_link.token_hash = its.token_hash AND its_link.used_at IS NULL
      RETURNING its.id
    )
    UPDATE received_mails r SET status = 'pending', reason = NULL, is_released = true, job_id = gen_random_uuid(), due_at = now(),
      updated_at = now()
    FROM used WHERE r.id = used.id AND r.status = 'refused'
    RETURNING ${addJob("inbound", {
      jobId: Prisma.sql`r.job_id`,
      rowId: Prisma.sql`r.id`,
      due: Prisma.sql`r.due_at`,
    })}`);
  if (released.length === 0) throw new AppError("link_gone");
  wakeJobs("inbound");
}
