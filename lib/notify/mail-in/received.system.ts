import { query } from "#platform/database/database.ts";
import { env } from "#platform/env.ts";
import type { JobOfRow } from "#platform/jobs/rows.ts";
import { countReceivedMail, measureInbound } from "#platform/metrics/count.ts";
import { Prisma } from "#prisma-client";
import type { PersonBelief } from "../../desk/messages/schema.ts";
import type { Draft } from "../../desk/replies/draft.ts";
import { mayBeMailed, storeMailBack } from "./mail-back.system.ts";
import type { KnownEmail } from "./rules.ts";
import type { Refusal, ReportEnd } from "./schema.ts";
import type { Envelope } from "./signature.ts";

/**
 * A received email that waits to be read. `storageKey` is null if it was removed. What follows is set if a person's email waits
 * again, since they've said that it's to be sent.
 */
export type ReceivedRow = {
  id: string;
  envelope: Envelope;
  size: number;
  storageKey: string | null;
  createdAt: Date;
  /** When the mailbox got it, or else the service. */
  arrivedAt: Date;
  isReleased: boolean;
  conversationId: string | null;
  userId: string | null;
  draft: Draft | null;
  belief: PersonBelief | null;
  believedBy: string | null;
};

/** Returns the email of a job, or null if it was dealt with meanwhile. */
export async function findReceived({ rowId, jobId }: JobOfRow): Promise<ReceivedRow | null> {
  const [row] = await query<ReceivedRow>(Prisma.sql`
    SELECT r.id, r.envelope, r.size, o.storage_key AS "storageKey", r.created_at AS "createdAt",
      coalesce(r.arrived_at, r.created_at) AS "arrivedAt", r.is_released AS "isReleased",
      r.conversation_id AS "conversationId", r.user_id AS "userId", r.draft, r.belief, r.believed_by AS "believedBy"
    FROM received_mails r LEFT JOIN stored_files o ON o.hash = r.raw_hash
    WHERE r.id = ${rowId}::uuid AND r.job_id = ${jobId}::uuid AND r.status = 'pending'`);
  return row ?? null;
}

type Belonging = { conversationId: string | null; userId: string | null };

/** Notes which conversation and person a received email belongs to, before it's read. */
export async function noteBelonging({ rowId, jobId }: JobOfRow, { conversationId, userId }: Belonging): Promise<void> {
  await query(Prisma.sql`
    UPDATE received_mails r SET conversation_id = c.id, user_id = u.id, updated_at = now()
    FROM (SELECT) one LEFT JOIN conversations c ON c.id = ${conversationId}::uuid LEFT JOIN users u ON u.id = ${userId}::uuid
    WHERE r.id = ${rowId}::uuid AND r.job_id = ${jobId}::uuid AND r.status = 'pending'
      AND (r.conversation_id, r.user_id) IS DISTINCT FROM (c.id, u.id)`);
}

/**
 * What became of a received email, and whose it is if that's known. `mayBeOurs`: an address that it was sent to looks like one of
 * ours, of other settings or of a database that was restored.
 */
export type ReceivedEnd = { conversationId?: string; from?: string | null; mayBeOurs?: true } & (
  | { status: "stored" | "duplicate" | "test" }
  | { status: "bounce"; reason: ReportEnd }
  | { status: "refused"; reason: Refusal }
);

/**
 * Ends a received email. Of one that belongs to no conversation, nothing but the reason is kept, and for a day the original if it
 * may be ours. The envelope has the token of an address, so it's never kept.
 */
export async function endReceived({ rowId, jobId }: JobOfRow, end: ReceivedEnd): Promise<void> {
  const { status, conversationId = null, from = null, mayBeOurs = false } = end;
  const reason = "reason" in end ? end.reason : null;
  // It may have been deleted meanwhile.
  const [ended] = await query<Ended>(Prisma.sql`
    UPDATE received_mails r SET status = ${status}, reason = ${reason},
      conversation_id = kept.id, from_address = CASE WHEN kept.id IS NOT NULL THEN ${from} END, envelope = '{}',
      raw_hash = CASE WHEN kept.id IS NOT NULL OR ${mayBeOurs} THEN r.raw_hash END,
      raw_until = CASE WHEN kept.id IS NOT NULL THEN r.raw_until ELSE least(r.raw_until, now() + interval '1 day') END,
      updated_at = now()
    FROM (SELECT) one LEFT JOIN conversations kept ON kept.id = ${conversationId}::uuid
    WHERE r.id = ${rowId}::uuid AND r.job_id = ${jobId}::uuid AND r.status = 'pending'
    RETURNING ${ENDED}`);
  if (ended) countEnded(ended, end.status === "refused" ? end.reason : status);
}

export type Ended = { source: string; seconds: number };

// The clock of the mail server may be ahead.
export const ENDED = Prisma.sql`r.source,
  greatest(0, extract(epoch FROM now() - coalesce(r.arrived_at, r.created_at)))::float8 AS seconds`;

export function countEnded({ source, seconds }: Ended, outcome: string): void {
  countReceivedMail(source, outcome);
  if (outcome === "stored") measureInbound(source, seconds);
}

// As in SENDERS_OF_REPORTS: nothing is ever sent because of what a program wrote.
const IS_FROM_SOMEONE = Prisma.sql`coalesce(ended.envelope ->> 'from', 'unknown') !~* '^(mailer-daemon(@|$)|$)'`;

/**
 * Marks an email as failed that could never be read. Its original stays until its time is over, and so does what its envelope says of its
 * sender, so that it can be read again. A person is notified.
 */
export async function giveUpReceived({ rowId, jobId }: JobOfRow, reason: string): Promise<void> {
  const mayBe = mayBeMailed(Prisma.sql`ended.user_id`);
  const isWanted = Prisma.sql`ended.user_id IS NOT NULL AND ${IS_FROM_SOMEONE} AND ${mayBe}`;
  const [ended] = await query<Ended>(Prisma.sql`
    WITH ended AS (
      UPDATE received_mails r SET status = 'failed', reason = ${reason}, envelope = r.envelope || '{"to": []}', updated_at = now()
      WHERE r.id = ${rowId}::uuid AND r.job_id = ${jobId}::uuid AND r.status = 'pending'
      RETURNING r.id, r.conversation_id, r.user_id, r.envelope, ${ENDED}
    ), mailed_back AS (${storeMailBack(Prisma.sql`ended`, isWanted)})
    SELECT source, seconds FROM ended`);
  if (ended) countEnded(ended, "failed");
}

const TIMES_ALL = 10;

/**
 * Returns when an email may be stored if as many were in the last hour as may be: in its conversation, from anyone, since a sender
 * can name any address, or from its sender in all conversations. Each that waits has a time of its own, so that none is read again
 * and again.
 */
export async function findFreeAt(from: string | null, conversationId: string): Promise<Date | null> {
  const { LIMIT_INBOUND, RATE_LIMITS } = env();
  if (RATE_LIMITS === "off") return null;
  const limit = Prisma.sql`${LIMIT_INBOUND}::int`;
  const recent = Prisma.sql`status = 'stored' AND updated_at > now() - interval '1 hour'`;
  const [found] = await query<{ freeAt: Date | null }>(Prisma.sql`
    WITH waiting AS (
      SELECT count(*)::int AS number FROM received_mails
      WHERE conversation_id = ${conversationId}::uuid AND status = 'pending' AND due_at > now()
    ), here AS (
      SELECT count(*)::int AS number, array_agg(updated_at ORDER BY updated_at DESC) AS times FROM received_mails
      WHERE conversation_id = ${conversationId}::uuid AND ${recent}
    )
    SELECT greatest(
      CASE WHEN here.number >= ${limit} THEN
        here.times[${limit} - waiting.number % ${limit}] + make_interval(hours => 1 + waiting.number / ${limit}) END,
      (SELECT updated_at + interval '1 hour' FROM received_mails WHERE from_address = ${from} AND ${recent}
        ORDER BY updated_at DESC LIMIT 1 OFFSET ${LIMIT_INBOUND * TIMES_ALL - 1})
    ) AS "freeAt" FROM waiting, here`);
  return found?.freeAt ?? null;
}

type Earlier = { receivedId: string | null; conversationId: string };

/** The message that an email with this key, or this header, became earlier: where it is, and which received email it came by. */
export async function findEarlier(
  conversation: { visitorId: string },
  { key, headerId, sentAt }: { key: string; headerId: string | null; sentAt: string | null },
): Promise<Earlier | null> {
  const [row] = await query<Earlier>(Prisma.sql`
    SELECT mm.received_id AS "receivedId", m.conversation_id AS "conversationId"
    FROM message_keys k JOIN messages m ON m.id = k.message_id LEFT JOIN message_mails mm ON mm.message_id = m.id
    WHERE k.sender_id = ${conversation.visitorId}::uuid AND k.key = ${key}
    UNION ALL
    SELECT mm.received_id, m.conversation_id FROM conversations c JOIN messages m ON m.conversation_id = c.id
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
