import { query, transaction } from "#platform/database/database.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { newId } from "#platform/new-id.ts";
import { Prisma } from "#prisma-client";
import { storeMails } from "../../outbox/mail-queue/statements.ts";
import { addressWith, replyToken } from "../../outbox/reply-addresses/token.ts";

/* SQL, because the queue's INSERT is. A test is an email to an address of our own, whose token is made of its id. */

const PAUSE_SECONDS = 60;
const NOT_SET_UP = "Nothing can come back: set SMTP_URL and INBOUND_ADDRESS first.";

const tokenOf = (mailId: string) => replyToken({ mailId, conversationId: mailId });

/** What the receiving server said of an email that came back, and what its signatures are worth. */
export type Returned = { at: string; results: string | null; dkim: { domain: string; passes: boolean }[] };

/** The last test: when it was queued and sent, why it wasn't, and what came back. */
export type RoundTrip = {
  createdAt: Date;
  sentAt: Date | null;
  status: string;
  reason: string | null;
  returned: Returned | null;
};

/** Sends an email to an address of the service's own, once a minute for all. Throws `conflict` or `rate_limited`. */
export async function startRoundTrip(userId: string): Promise<void> {
  if (!isMailOn() || !env().INBOUND_ADDRESS) throw new AppError("conflict", { detail: NOT_SET_UP });
  await transaction(async (tx) => {
    // Of two at once, the second sees the first one's email.
    await tx.query(Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended('round trip', 0))`);
    const [last] = await tx.query<{ age: number }>(Prisma.sql`
      SELECT extract(epoch FROM now() - created_at)::float8 AS age FROM mails
      WHERE kind = 'round_trip' AND created_at > now() - make_interval(secs => ${PAUSE_SECONDS})
      ORDER BY created_at DESC LIMIT 1`);
    if (last) {
      const retryAfter = Math.max(1, Math.ceil(PAUSE_SECONDS - last.age));
      throw new AppError("rate_limited", {
        limit: { policy: "mail-tests", quota: 1, windowSeconds: PAUSE_SECONDS, retryAfter },
      });
    }
    await tx.query(
      storeMails({
        from: Prisma.sql`(SELECT) one`,
        kind: "round_trip",
        id: Prisma.sql`${newId()}::uuid`,
        workspaceId: Prisma.sql`NULL::uuid`,
        userId: Prisma.sql`${userId}::uuid`,
      }),
    );
    tx.afterCommit(() => wakeJobs("mail"));
  });
}

/** Returns where a test goes, or null if it's too late for it. */
export async function findRoundTrip(mailId: string): Promise<string | null> {
  if (!env().INBOUND_ADDRESS) return null;
  const found = await query(Prisma.sql`
    SELECT FROM mails WHERE id = ${mailId}::uuid AND created_at > now() - interval '1 day'`);
  return found.length === 0 ? null : addressWith(tokenOf(mailId));
}

/** Whether an email with this Message-ID, sent to addresses with these tokens, may be a test that comes back. */
export const isRoundTripTo = (mailId: string, tokens: readonly string[]): boolean => tokens.includes(tokenOf(mailId));

/** Records that a test came back. Returns whether it's one. */
export async function recordReturn(mailId: string, returned: Returned): Promise<boolean> {
  const found = await query(Prisma.sql`
    UPDATE mails SET returned = coalesce(returned, ${JSON.stringify(returned)}::jsonb)
    WHERE id = ${mailId}::uuid AND kind = 'round_trip' RETURNING id`);
  return found.length > 0;
}

/** Returns the last test, if one was sent within a week. */
export async function findLastRoundTrip(): Promise<RoundTrip | null> {
  const [row] = await query<RoundTrip>(Prisma.sql`
    SELECT created_at AS "createdAt", sent_at AS "sentAt", status, reason, returned FROM mails
    WHERE kind = 'round_trip' AND created_at > now() - interval '7 days' ORDER BY created_at DESC LIMIT 1`);
  return row ?? null;
}
