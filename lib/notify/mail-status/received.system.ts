import { query } from "#platform/database/database.ts";
import { replaceJob } from "#platform/jobs/statements.ts";
import { wakeJobs } from "#platform/jobs/worker.ts";
import { Prisma } from "#prisma-client";

/* SQL, because the queue's statements are, and because one statement counts all that the page shows. */

// What became a message is its team's, or will be, and a teammate's is its writer's.
const IS_OF_TEAM = Prisma.sql`(r.status IN ('stored', 'duplicate', 'pending') OR r.user_id IS NOT NULL)`;
const HAS_ORIGINAL = Prisma.sql`(r.raw_hash IS NOT NULL AND r.raw_until > now() AND NOT ${IS_OF_TEAM})`;
const CAN_RETRY = Prisma.sql`(r.raw_hash IS NOT NULL AND r.status = 'failed')`;

export type ReceivedRow = {
  id: string;
  createdAt: Date;
  status: string;
  reason: string | null;
  from: string | null;
  size: number;
  hasOriginal: boolean;
  canRetry: boolean;
};

const SHOWN_MAX = 50;

/** Returns the last received emails, newest first. */
export const listReceived = (): Promise<ReceivedRow[]> =>
  query<ReceivedRow>(Prisma.sql`
    SELECT r.id, r.created_at AS "createdAt", r.status, r.reason, CASE WHEN NOT ${IS_OF_TEAM} THEN r.from_address END AS "from",
      r.size, ${HAS_ORIGINAL} AS "hasOriginal", ${CAN_RETRY} AS "canRetry"
    FROM received_mails r ORDER BY r.created_at DESC, r.id DESC LIMIT ${SHOWN_MAX}`);

export type MailCounts = {
  lastReceivedAt: Date | null;
  lastPostedAt: Date | null;
  lastReportAt: Date | null;
  /** Emails of the last week that came back, and how many were sent. */
  bounced: number;
  sent: number;
};

/** Counts what came in and came back. */
export async function countMail(): Promise<MailCounts> {
  const [row] = await query<MailCounts>(Prisma.sql`
    SELECT (SELECT max(created_at) FROM received_mails) AS "lastReceivedAt",
      (SELECT max(created_at) FROM received_mails WHERE source = 'post') AS "lastPostedAt",
      (SELECT max(created_at) FROM received_mails WHERE status = 'bounce') AS "lastReportAt",
      count(*) FILTER (WHERE bounced_at IS NOT NULL OR (status = 'failed' AND sent_at IS NOT NULL))::int AS bounced,
      count(*) FILTER (WHERE sent_at IS NOT NULL)::int AS sent
    FROM mails WHERE created_at > now() - interval '7 days'`);
  if (!row) throw new Error("an aggregate has a row");
  return row;
}

/** Returns where a received email is as it came: null if it isn't shown, and no `storageKey` once it's removed. */
export async function findOriginal(receivedId: string): Promise<{ storageKey: string | null } | null> {
  const [row] = await query<{ storageKey: string | null }>(Prisma.sql`
    SELECT CASE WHEN r.raw_until > now() THEN o.storage_key END AS "storageKey"
    FROM received_mails r LEFT JOIN stored_files o ON o.hash = r.raw_hash
    WHERE r.id = ${receivedId}::uuid AND NOT ${IS_OF_TEAM}`);
  return row ?? null;
}

// What was emptied of it. Where the email belongs is in its header.
const UNKNOWN_ENVELOPE = JSON.stringify({ from: "unknown", to: [], ip: "" });

/** Reads an email again that couldn't be read. Returns whether there's such a one. */
export async function readAgain(receivedId: string): Promise<boolean> {
  const which = Prisma.sql`r.id = ${receivedId}::uuid AND ${CAN_RETRY}`;
  await query(Prisma.sql`
    UPDATE received_mails r SET envelope = ${UNKNOWN_ENVELOPE}::jsonb || r.envelope WHERE ${which}`);
  const queued = await query(replaceJob("inbound", which, Prisma.sql`now()`));
  if (queued.length > 0) wakeJobs("inbound");
  return queued.length > 0;
}
