import { query, transaction } from "#platform/database/database.ts";
import type { JobOfRow } from "#platform/jobs/rows.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import type { PersonBelief } from "../../desk/messages/schema.ts";
import type { Draft } from "../../desk/replies/draft.ts";
import { countEnded, ENDED, type Ended, storeMailBack } from "./received.system.ts";
import type { PersonsRefusal } from "./schema.ts";

/** Whose address an email was sent to, and what's known of the conversation. */
export type RepliedTo = { email: string; siteId: string; isBlocked: boolean; said: string[] };

const SAID_MAX = 100;

/** Returns whose reply an email is, and what the visitor had written by then. Null if the account or the conversation is gone. */
export async function findRepliedTo(of: {
  userId: string;
  conversationId: string;
  seenSeq: number;
}): Promise<RepliedTo | null> {
  const [row] = await query<RepliedTo>(Prisma.sql`
    SELECT u.email, c.site_id AS "siteId", v.blocked_at IS NOT NULL AS "isBlocked", ARRAY(
        SELECT m.body FROM messages m
        WHERE m.conversation_id = c.id AND m.sender_type = 'visitor' AND m.seq <= ${of.seenSeq} ORDER BY m.seq DESC LIMIT ${SAID_MAX}
      ) AS said
    FROM users u, conversations c JOIN visitors v ON v.id = c.visitor_id
    WHERE u.id = ${of.userId}::uuid AND c.id = ${of.conversationId}::uuid`);
  return row ?? null;
}

type Key = { key: string; headerId: string | null; sentAt: string | null };

/** Returns the reply of a person in a conversation that an email with the same key, or the same header, became. */
export async function findEarlierReply(
  { userId }: OwnerScope,
  conversationId: string,
  { key, headerId, sentAt }: Key,
): Promise<{ receivedId: string | null; seq: number } | null> {
  const [row] = await query<{ receivedId: string | null; seq: number }>(Prisma.sql`
    SELECT mm.received_id AS "receivedId", m.seq
    FROM message_keys k JOIN messages m ON m.id = k.message_id LEFT JOIN message_mails mm ON mm.message_id = m.id
    WHERE k.sender_id = ${userId}::uuid AND k.key = ${key}
    UNION ALL
    SELECT mm.received_id, m.seq FROM messages m JOIN message_mails mm ON mm.message_id = m.id
    WHERE m.conversation_id = ${conversationId}::uuid AND m.sender_id = ${userId}::uuid AND m.came_by IS NOT NULL
      AND mm.header_id = ${headerId} AND mm.sent_at IS NOT DISTINCT FROM ${sentAt}
    LIMIT 1`);
  return row ?? null;
}

/** Whether the visitor wrote between what the writer of a reply had seen and the reply. */
export async function hasVisitorWritten(
  conversationId: string,
  { seenSeq, seq }: { seenSeq: number; seq: number },
): Promise<boolean> {
  const rows = await query(Prisma.sql`
    SELECT seq FROM messages
    WHERE conversation_id = ${conversationId}::uuid AND seq > ${seenSeq} AND seq < ${seq} AND sender_type = 'visitor' LIMIT 1`);
  return rows.length > 0;
}

/** What became of an email to a person's address. `isMailed`: they're notified by email. */
export type PersonsEnd = {
  conversationId: string | null;
  userId: string;
  from: string | null;
  belief?: PersonBelief | undefined;
  believedBy?: string | null | undefined;
  draft: Draft | null;
  isMailed: boolean;
} & ({ status: "stored" | "duplicate" } | { status: "refused"; reason: PersonsRefusal | "machine" });

const ASKED_PER_HOUR = 3;
const MAILED_PER_HOUR = 20;

/**
 * Ends an email to a person's address, together with the email that notifies them. At most three an hour are about emails that
 * aren't proven to be theirs, since anyone who has the address can cause one; the rest is only noted.
 */
export async function endPersonsMail({ rowId, jobId }: JobOfRow, end: PersonsEnd): Promise<void> {
  const { status, conversationId, userId, from, belief = null, believedBy = null, draft, isMailed } = end;
  const reason = end.status === "refused" ? end.reason : null;
  const isOpen = reason === "asked" || reason === "held";
  const recent = Prisma.sql`SELECT count(*) FROM mails m JOIN received_mails r ON r.id = m.received_id
    WHERE m.user_id = ${userId}::uuid AND m.kind = 'reply_back' AND m.created_at > now() - interval '1 hour'`;
  const isWanted = Prisma.sql`${isMailed} AND (${recent}) < ${MAILED_PER_HOUR}
    AND (${belief !== null} OR (${recent} AND (r.belief IS NULL OR r.belief = 'click')) < ${ASKED_PER_HOUR})`;
  const ended = await transaction(async (tx) => {
    // Two at the same time are counted one after the other.
    if (isMailed) await tx.query(Prisma.sql`SELECT id FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`);
    const [row] = await tx.query<Ended>(Prisma.sql`
      WITH ended AS (
        UPDATE received_mails r SET status = ${status}, reason = ${reason}, conversation_id = kept.id, user_id = ${userId}::uuid,
          from_address = ${from}, envelope = '{}', draft = ${draft === null ? null : JSON.stringify(draft)}::jsonb,
          belief = ${belief}, believed_by = ${believedBy}, updated_at = now(),
          raw_hash = CASE WHEN kept.id IS NOT NULL THEN r.raw_hash END,
          raw_until = CASE WHEN ${isOpen} THEN greatest(r.raw_until, now() + interval '7 days') ELSE r.raw_until END
        FROM (SELECT) one LEFT JOIN conversations kept ON kept.id = ${conversationId}::uuid
        WHERE r.id = ${rowId}::uuid AND r.job_id = ${jobId}::uuid AND r.status = 'pending'
        RETURNING r.id, r.conversation_id, r.user_id, ${ENDED}
      ), mailed_back AS (${storeMailBack(Prisma.sql`ended`, isWanted)})
      SELECT source, seconds FROM ended`);
    tx.afterCommit(() => wakeJobs("mail"));
    return row;
  });
  if (ended) countEnded(ended, reason ?? status);
}
