import { query } from "#platform/database/database.ts";
import { env } from "#platform/env.ts";
import type { JobOfRow } from "#platform/jobs/rows.ts";
import { countReceivedMail } from "#platform/metrics/count.ts";
import { Prisma } from "#prisma-client";
import type { KnownEmail } from "./rules.ts";
import type { Refusal } from "./schema.ts";
import type { Envelope } from "./signature.ts";

/** A received email that waits to be read. `storageKey` is null if it was removed. */
export type ReceivedRow = { id: string; envelope: Envelope; size: number; storageKey: string | null };

/** Returns the email of a job, or null if it was dealt with meanwhile. */
export async function findReceived({ rowId, jobId }: JobOfRow): Promise<ReceivedRow | null> {
  const [row] = await query<ReceivedRow>(Prisma.sql`
    SELECT r.id, r.envelope, r.size, o.storage_key AS "storageKey"
    FROM received_mails r LEFT JOIN stored_files o ON o.hash = r.raw_hash
    WHERE r.id = ${rowId}::uuid AND r.job_id = ${jobId}::uuid AND r.status = 'pending'`);
  return row ?? null;
}

/** What became of a received email, and whose it is if that's known. */
export type ReceivedEnd = { conversationId?: string; from?: string | null } & (
  | { status: "stored" | "duplicate" }
  | { status: "refused"; reason: Refusal }
);

/** Ends a received email. Of one that belongs to no conversation, nothing but the reason is kept. */
export async function endReceived({ rowId, jobId }: JobOfRow, end: ReceivedEnd): Promise<void> {
  const { status, conversationId = null, from = null } = end;
  // It may have been deleted meanwhile.
  await query(Prisma.sql`
    UPDATE received_mails r SET status = ${status}, reason = ${end.status === "refused" ? end.reason : null},
      conversation_id = kept.id, from_address = CASE WHEN kept.id IS NOT NULL THEN ${from} END,
      envelope = CASE WHEN kept.id IS NOT NULL THEN r.envelope ELSE '{}' END,
      raw_hash = CASE WHEN kept.id IS NOT NULL THEN r.raw_hash END, updated_at = now()
    FROM (SELECT) one LEFT JOIN conversations kept ON kept.id = ${conversationId}::uuid
    WHERE r.id = ${rowId}::uuid AND r.job_id = ${jobId}::uuid AND r.status = 'pending'`);
  countReceivedMail(end.status === "refused" ? end.reason : status);
}

/** Marks an email as failed that could never be read. Its original stays until its time is over. */
export async function giveUpReceived({ rowId, jobId }: JobOfRow, reason: string): Promise<void> {
  await query(Prisma.sql`
    UPDATE received_mails r SET status = 'failed', reason = ${reason}, updated_at = now()
    WHERE r.id = ${rowId}::uuid AND r.job_id = ${jobId}::uuid AND r.status = 'pending'`);
  countReceivedMail("failed");
}

const TIMES_ALL = 10;

const RECENT = Prisma.sql`created_at > now() - interval '1 hour' AND status IN ('stored', 'duplicate')`;

/**
 * Whether a sender has sent as many emails in the last hour as they may, to this conversation or to all, or everyone together to
 * this conversation: a sender can name any address.
 */
export async function hasSentTooMany(from: string | null, conversationId: string): Promise<boolean> {
  const { LIMIT_INBOUND, RATE_LIMITS } = env();
  if (RATE_LIMITS === "off") return false;
  const [sent] = await query<{ here: number; everywhere: number; byAnyone: number }>(Prisma.sql`
    SELECT count(*) FILTER (WHERE from_address IS NOT DISTINCT FROM ${from})::int AS here, count(*)::int AS "byAnyone",
      (SELECT count(*)::int FROM received_mails WHERE from_address = ${from} AND ${RECENT}) AS everywhere
    FROM received_mails WHERE conversation_id = ${conversationId}::uuid AND ${RECENT}`);
  if (!sent) return false;
  return sent.here >= LIMIT_INBOUND || Math.max(sent.everywhere, sent.byAnyone) >= LIMIT_INBOUND * TIMES_ALL;
}

/** The message that an email with this key, or this header, became earlier, and which received email it came by. */
export async function findEarlier(
  conversation: { visitorId: string },
  { key, headerId, sentAt }: { key: string; headerId: string | null; sentAt: string | null },
): Promise<{ receivedId: string | null } | null> {
  const [row] = await query<{ receivedId: string | null }>(Prisma.sql`
    SELECT mm.received_id AS "receivedId" FROM message_keys k LEFT JOIN message_mails mm ON mm.message_id = k.message_id
    WHERE k.sender_id = ${conversation.visitorId}::uuid AND k.key = ${key}
    UNION ALL
    SELECT mm.received_id FROM conversations c JOIN messages m ON m.conversation_id = c.id
      JOIN message_mails mm ON mm.message_id = m.id
    WHERE c.visitor_id = ${conversation.visitorId}::uuid AND m.came_by IS NOT NULL
      AND mm.header_id = ${headerId} AND mm.sent_at IS NOT DISTINCT FROM ${sentAt}
    LIMIT 1`);
  return row ?? null;
}

type MailedVisitor = KnownEmail & { isBlocked: boolean };

/** What's known of a conversation's visitor, and whether they're blocked. */
export async function findMailedVisitor(conversationId: string): Promise<MailedVisitor | null> {
  const [row] = await query<MailedVisitor>(Prisma.sql`
    SELECT v.email, coalesce(v.confirmed_email = v.email, false) AS "isConfirmed", v.blocked_at IS NOT NULL AS "isBlocked"
    FROM conversations c JOIN visitors v ON v.id = c.visitor_id WHERE c.id = ${conversationId}::uuid`);
  return row ?? null;
}
