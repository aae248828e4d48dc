import { query, type Transaction } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { CheckName, Finding } from "./schema.ts";

/* SQL, because several processes look at once: each check is one's for its interval, and each change is announced once. */

/** A check as one process looks at it. The host is empty for what's the same on all. */
export type Look = { name: CheckName; host: string };

const EARLY_SECONDS = 5;
const WHILE_FAILING_SECONDS = 60;
// Two more looks have to agree before a failure is announced, and ten minutes of them before its end is.
const FAILS_AFTER_SECONDS = 110;
const FINE_AFTER_SECONDS = 600;
// After a longer pause, such as a restart's, looks don't count as one after the other.
const TOGETHER_SECONDS = 180;

/** Takes the checks that are due, so that no other process looks at them for their intervals. */
export async function takeDueChecks(looks: readonly (Look & { everySeconds: number })[]): Promise<Look[]> {
  return query<Look>(Prisma.sql`
    INSERT INTO status_checks AS c (name, host, due_at)
    SELECT name, host, now() + make_interval(secs => every)
    FROM unnest(${looks.map(({ name }) => name)}::text[], ${looks.map(({ host }) => host)}::text[],
      ${looks.map(({ everySeconds }) => everySeconds)}::int[]) AS look (name, host, every)
    ON CONFLICT (name, host) DO UPDATE SET due_at = excluded.due_at
    WHERE c.due_at <= now() + make_interval(secs => ${EARLY_SECONDS})
    RETURNING name, host`);
}

/** Stores what a look found, or why it couldn't look, which neither begins nor ends a failure. */
export async function storeFinding(
  { name, host }: Look,
  { state, says, todo = null, isUnknown }: Omit<Finding, "todo"> & { todo?: string | null; isUnknown: boolean },
): Promise<void> {
  const isFailing = state === "failing";
  await query(Prisma.sql`
    UPDATE status_checks SET
      since = CASE WHEN state IS DISTINCT FROM ${state} THEN now() ELSE since END,
      state = ${state}, says = ${says}, todo = ${todo}, checked_at = now(),
      failing_since = CASE
        WHEN ${isUnknown} THEN failing_since
        WHEN ${isFailing} AND checked_at > now() - make_interval(secs => ${TOGETHER_SECONDS})
          THEN coalesce(failing_since, now())
        WHEN ${isFailing} THEN now() END,
      fine_since = CASE WHEN ${isUnknown} THEN fine_since WHEN NOT ${isFailing} THEN coalesce(fine_since, now()) END,
      due_at = CASE WHEN ${isFailing}
        THEN least(due_at, now() + make_interval(secs => ${WHILE_FAILING_SECONDS})) ELSE due_at END
    WHERE name = ${name} AND host = ${host}`);
}

type Told = { name: string; isFailing: boolean; says: string };

/**
 * Marks what operators have to hear of, and returns it: what has failed for two minutes, and what has been fine for ten since.
 * Another process that does this at the same time finds nothing.
 */
export async function markTold(tx: Transaction): Promise<Told[]> {
  return tx.query<Told>(Prisma.sql`
    UPDATE status_checks SET is_told_failing = NOT is_told_failing, told_at = now()
    WHERE (NOT is_told_failing AND failing_since <= now() - make_interval(secs => ${FAILS_AFTER_SECONDS}))
      OR (is_told_failing AND fine_since <= now() - make_interval(secs => ${FINE_AFTER_SECONDS}))
    RETURNING name, is_told_failing AS "isFailing", says`);
}

/** Forgets what hosts found that are gone. A container has another name each time it's created. */
export async function forgetGoneHosts(): Promise<void> {
  await query(Prisma.sql`DELETE FROM status_checks WHERE host <> '' AND due_at < now() - interval '1 hour'`);
}

/** Returns what a running service found within five minutes, what's worst of several hosts, or undefined. */
export async function findRecent(name: CheckName): Promise<Finding | undefined> {
  const [row] = await query<Pick<Finding, "state" | "says"> & { todo: string | null }>(Prisma.sql`
    SELECT state, says, todo FROM status_checks
    WHERE name = ${name} AND state IS NOT NULL AND checked_at > now() - interval '5 minutes'
    ORDER BY state = 'failing' DESC, state = 'warning' DESC LIMIT 1`);
  return row && { state: row.state, says: row.says, ...(row.todo !== null && { todo: row.todo }) };
}

/** Returns the names of the checks that fail. */
export async function listFailingChecks(): Promise<string[]> {
  const rows = await query<{ name: string }>(
    Prisma.sql`SELECT DISTINCT name FROM status_checks WHERE state = 'failing' ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}

export type StatusNews = {
  failing: { name: string; host: string; says: string; todo: string | null }[];
  fine: { name: string }[];
};

/**
 * Returns what an email about the service's status says: what fails now, and what's fine again since the person's last one. Null
 * if there's nothing to say.
 */
export async function findStatusNews(mailId: string): Promise<StatusNews | null> {
  const rows = await query<StatusNews["failing"][number] & { isFailing: boolean; isNews: boolean }>(Prisma.sql`
    SELECT c.name, c.host, c.says, c.todo, c.failing_since IS NOT NULL AS "isFailing",
      c.told_at >= m.created_at OR c.told_at > coalesce(last.sent_at, m.created_at - interval '1 day') AS "isNews"
    FROM mails m
    CROSS JOIN LATERAL (
      SELECT max(sent_at) AS sent_at FROM mails WHERE user_id = m.user_id AND kind = 'service_status' AND status = 'sent'
    ) last
    JOIN status_checks c ON c.told_at IS NOT NULL AND c.says IS NOT NULL
    WHERE m.id = ${mailId}::uuid
    ORDER BY c.name, c.host`);
  if (!rows.some(({ isNews }) => isNews)) return null;
  const failing = rows.filter(({ isFailing }) => isFailing);
  return {
    failing: failing.map(({ name, host, says, todo }) => ({ name, host, says, todo })),
    fine: rows.filter(({ isFailing, isNews }) => isNews && !isFailing).map(({ name }) => ({ name })),
  };
}
