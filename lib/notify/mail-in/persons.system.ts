import { query, type Transaction, transaction } from "#platform/database/database.ts";
import type { JobOfRow } from "#platform/jobs/rows.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { log } from "#platform/log.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { lockAccount } from "../../base/sessions/sessions.system.ts";
import type { PersonBelief } from "../../desk/messages/schema.ts";
import type { Draft } from "../../desk/replies/draft.ts";
import { findTurn, storeMailBack } from "./mail-back.system.ts";
import { countEnded, ENDED, type Ended } from "./received.system.ts";
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
        WHERE m.conversation_id = c.id AND m.sender_type = 'visitor' AND m.deleted_at IS NULL AND m.seq <= ${of.seenSeq} ORDER BY m.seq DESC LIMIT ${SAID_MAX}
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

type Copy = { userId: string; conversationId: string | null; key: string; receivedId: string };

/**
 * Returns whether another copy of a reply came before and wasn't sent, so that the person knows of it. `mayBeForged`: they were only
 * asked, since nothing proved that it was theirs.
 */
export async function findCopy(of: Copy): Promise<{ mayBeForged: boolean } | null> {
  const [row] = await query<{ mayBeForged: boolean | null }>(Prisma.sql`
    SELECT bool_and(coalesce(reason = 'asked' AND belief IS NULL, false)) AS "mayBeForged" FROM received_mails
    WHERE user_id = ${of.userId}::uuid AND conversation_id IS NOT DISTINCT FROM ${of.conversationId}::uuid
      AND content_key = ${of.key} AND id <> ${of.receivedId}::uuid`);
  return row && row.mayBeForged !== null ? { mayBeForged: row.mayBeForged } : null;
}

/** Whether the visitor wrote between what the writer of a reply had seen and the reply. */
export async function hasVisitorWritten(
  conversationId: string,
  { seenSeq, seq }: { seenSeq: number; seq: number },
): Promise<boolean> {
  const rows = await query(Prisma.sql`
    SELECT seq FROM messages
    WHERE conversation_id = ${conversationId}::uuid AND seq > ${seenSeq} AND seq < ${seq} AND sender_type = 'visitor' AND deleted_at IS NULL LIMIT 1`);
  return rows.length > 0;
}

/** What became of an email to a person's address. `isMailed`: they're notified by email. */
export type PersonsEnd = {
  conversationId: string | null;
  userId: string;
  from: string | null;
  /** What's the same in another copy of a reply that isn't sent. */
  key?: string;
  belief?: PersonBelief | undefined;
  believedBy?: string | null | undefined;
  draft: Draft | null;
  isMailed: boolean;
} & ({ status: "stored" | "duplicate" } | { status: "refused"; reason: PersonsRefusal | "machine" });

/**
 * Ends an email to a person's address, together with the email that notifies them. If they were emailed too often, the end waits, so
 * that none is lost in silence: returns until when. After a day it's only noted.
 */
export async function endPersonsMail(job: JobOfRow, end: PersonsEnd): Promise<{ postponeTo: Date } | undefined> {
  const { userId, isMailed, belief = null } = end;
  return transaction(async (tx) => {
    if (!isMailed) return endNow(tx, job, end);
    // Two at the same time are counted one after the other.
    await lockAccount(tx, userId);
    const turn = await findTurn(tx, { rowId: job.rowId, userId, isProven: belief !== null });
    if (turn && end.status === "refused" && !turn.isTooLate) return { postponeTo: turn.at };
    if (turn) log().warn({ receivedId: job.rowId, userId }, "a person isn't emailed about a reply: there are too many");
    return endNow(tx, job, { ...end, isMailed: turn === null });
  });
}

async function endNow(tx: Transaction, { rowId, jobId }: JobOfRow, end: PersonsEnd): Promise<undefined> {
  const { status, conversationId, userId, from, belief = null, believedBy = null, draft, isMailed, key = null } = end;
  const reason = end.status === "refused" ? end.reason : null;
  const isOpen = reason === "asked" || reason === "held";
  const [ended] = await tx.query<Ended>(Prisma.sql`
    WITH ended AS (
      UPDATE received_mails r SET status = ${status}, reason = ${reason}, conversation_id = kept.id, user_id = ${userId}::uuid,
        from_address = ${from}, envelope = '{}', draft = ${draft === null ? null : JSON.stringify(draft)}::jsonb,
        belief = ${belief}, believed_by = ${believedBy}, content_key = ${key}, updated_at = now(),
        raw_hash = CASE WHEN kept.id IS NOT NULL THEN r.raw_hash END,
        raw_until = CASE WHEN ${isOpen} THEN greatest(r.raw_until, now() + interval '7 days') ELSE r.raw_until END
      FROM (SELECT) one LEFT JOIN conversations kept ON kept.id = ${conversationId}::uuid
      WHERE r.id = ${rowId}::uuid AND r.job_id = ${jobId}::uuid AND r.status = 'pending'
      RETURNING r.id, r.conversation_id, r.user_id, ${ENDED}
    ), mailed_back AS (${storeMailBack(Prisma.sql`ended`, Prisma.sql`${isMailed}`)})
    SELECT source, seconds FROM ended`);
  tx.afterCommit(() => {
    wakeJobs("mail");
    if (ended) countEnded(ended, reason ?? status);
  });
}
