import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import { BACKUP_RUN_LOCK } from "./run-lock.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AFTER_AN_INTERRUPTION_MS = 600_000;
const LONGEST_WAIT_MS = 8 * HOUR_MS;

/** What the database knows of backups, by its own clock. */
export type BackupsSoFar = {
  now: Date;
  /** When the last good one ended. */
  goodAt: Date | null;
  /** How many have failed since. */
  failures: number;
  failedAt: Date | null;
  failure: string | null;
  isRunning: boolean;
};

/** Returns the newest time of a daily schedule that has passed, in UTC. */
export function lastScheduled(now: Date, at: string): Date {
  const today = new Date(`${now.toISOString().slice(0, 10)}T${at}:00Z`);
  return today <= now ? today : new Date(today.getTime() - DAY_MS);
}

/**
 * Whether a backup should begin: none has succeeded since the scheduled time, and the last failure is an hour ago, two after the
 * second one, then four, then eight. One that was interrupted, as by a restart, is tried again after ten minutes.
 */
export function isDue({ now, goodAt, failures, failedAt, failure, isRunning }: BackupsSoFar, at: string): boolean {
  if (isRunning) return false;
  if (goodAt && goodAt >= lastScheduled(now, at)) return false;
  if (!failedAt) return true;
  const wait =
    failure === "interrupted" ? AFTER_AN_INTERRUPTION_MS : Math.min(LONGEST_WAIT_MS, HOUR_MS * 2 ** (failures - 1));
  return now.getTime() - failedAt.getTime() >= wait;
}

/** Reads what the database knows of backups. Those of a clock that was ahead don't count. */
export async function readBackupsSoFar(): Promise<BackupsSoFar> {
  const [row] = await query<BackupsSoFar>(Prisma.sql`
    SELECT now() AS now, good.at AS "goodAt", count(failed.ended_at)::int AS failures, max(failed.ended_at) AS "failedAt",
      (array_agg(failed.failure ORDER BY failed.ended_at DESC))[1] AS failure,
      EXISTS (
        SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = ${BACKUP_RUN_LOCK} AND objsubid = 1
          AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      ) AS "isRunning"
    FROM (SELECT max(ended_at) AS at FROM backups WHERE failure IS NULL AND ended_at <= now()) good
    LEFT JOIN backups failed ON failed.failure IS NOT NULL AND failed.ended_at <= now()
      AND (good.at IS NULL OR failed.ended_at > good.at)
    GROUP BY good.at`);
  if (!row) throw new Error("an aggregate has a row");
  return row;
}
