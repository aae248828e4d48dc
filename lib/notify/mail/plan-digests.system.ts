import { type Transaction, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { logFailure } from "#platform/failure-log.ts";
import { repeatWork } from "#platform/jobs/repeated-work.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { Prisma } from "#prisma-client";
import { storeMails } from "../../outbox/mail-queue/statements.ts";
import { DAY_MS } from "../../sites/hours/open-times.ts";
import { nextDigestAt } from "../../team/members/digest-time.ts";

const EVERY_MS = 20_000;
const AT_ONCE = 50;

type Due = { workspaceId: string; userId: string; hour: number; timeZone: string; now: Date };

// The row is the claim: the transaction that moves it to the next day writes the email.
const DUE = Prisma.sql`
  SELECT m.workspace_id AS "workspaceId", m.user_id AS "userId", m.digest_hour AS hour, m.digest_zone AS "timeZone",
    clock_timestamp()::timestamptz(3) AS now
  FROM members m WHERE m.digest_due_at <= now() AND m.standing = 'active'
  ORDER BY m.digest_due_at LIMIT ${AT_ONCE} FOR NO KEY UPDATE SKIP LOCKED`;

function nextAt({ hour, timeZone, now }: Due): Date {
  try {
    return nextDigestAt({ hour, timeZone }, now.getTime());
  } catch (error) {
    logFailure(error, "could not compute when a daily email is due; it's sent a day later");
    return new Date(now.getTime() + DAY_MS);
  }
}

async function planSome(tx: Transaction): Promise<number> {
  const due = await tx.query<Due>(DUE);
  if (due.length === 0) return 0;
  const members = Prisma.sql`
    ${due.map(({ workspaceId }) => workspaceId)}::uuid[], ${due.map(({ userId }) => userId)}::uuid[]`;
  await tx.query(Prisma.sql`
    UPDATE members m SET digest_due_at = t.due_at
    FROM unnest(${members}, ${due.map(nextAt)}::timestamptz[]) AS t (workspace_id, user_id, due_at)
    WHERE m.workspace_id = t.workspace_id AND m.user_id = t.user_id`);
  await tx.query(
    storeMails({
      from: Prisma.sql`unnest(${members}) AS t (workspace_id, user_id)`,
      kind: "digest",
      id: Prisma.sql`gen_random_uuid()`,
      workspaceId: Prisma.sql`t.workspace_id`,
      userId: Prisma.sql`t.user_id`,
    }),
  );
  tx.afterCommit(() => wakeJobs("mail"));
  return due.length;
}

/** Queues the daily emails that are due. */
export async function planDigests(signal = new AbortController().signal): Promise<void> {
  let count = AT_ONCE;
  while (count === AT_ONCE && !signal.aborted) count = await retryingConflicts(() => transaction(planSome));
}

/** Queues daily emails when they're due. Any number of processes may, and each email is queued by one of them. */
export const startPlanningDigests = (signal: AbortSignal): Promise<void> =>
  repeatWork(
    "digests",
    { everyMs: EVERY_MS, work: planDigests, failure: "could not queue daily emails; will retry" },
    signal,
  );
