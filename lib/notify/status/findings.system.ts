import { query, type Transaction } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { CheckName, Finding } from "./schema.ts";

/* SQL, because several processes look at once: each check is one's for its interval, and each change is announced once. */

/** A check as one process looks at it. The host is empty for what's the same on all. */
export type Look = { name: CheckName; host: string };

const EARLY_SECONDS = 5;
const WHILE_FAILING_SECONDS = 60;
// So long have looks to agree: two more before a failure is announced, and ten minutes of them before its end is.
const FAILS_AFTER_SECONDS = 110;
const FINE_AFTER_SECONDS = 600;
// After a longer pause, such as a restart's, looks don't count as one after the other.
const TOGETHER_SECONDS = 180;

type Repeated = Look & { everySeconds: number };

const rowsOf = (looks: readonly Repeated[]) => Prisma.sql`
  (SELECT * FROM unnest(${looks.map(({ name }) => name)}::text[], ${looks.map(({ host }) => host)}::text[],
    ${looks.map(({ everySeconds }) => everySeconds)}::int[]) AS look (name, host, every) ORDER BY name, host)`;

/** Takes the checks that are due, so that no other process looks at them for their intervals. */
export async function takeDueChecks(looks: readonly Repeated[]): Promise<Look[]> {
  return query<Look>(Prisma.sql`
    INSERT INTO status_checks AS c (name, host, due_at)
    SELECT name, host, now() + make_interval(secs => every) FROM ${rowsOf(looks)} due
    ON CONFLICT (name, host) DO UPDATE SET due_at = excluded.due_at
    WHERE c.due_at <= now() + make_interval(secs => ${EARLY_SECONDS})
      -- Later than any look makes it: the clock was ahead.
      OR c.due_at > excluded.due_at + make_interval(secs => ${EARLY_SECONDS})
    RETURNING name, host`);
}

/** Takes checks that were looked at before, due or not, unless another process that starts has just taken them. */
export async function takeKnownChecks(looks: readonly Repeated[]): Promise<Look[]> {
  return query<Look>(Prisma.sql`
    UPDATE status_checks c SET due_at = now() + make_interval(secs => every)
    FROM ${rowsOf(looks)} known
    WHERE c.name = known.name AND c.host = known.host
      AND c.due_at <= now() + make_interval(secs => every - ${EARLY_SECONDS})
    RETURNING c.name, c.host`);
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
      state = ${state}, says = ${says}, todo = ${todo},
      checked_at = CASE WHEN ${isUnknown} THEN coalesce(checked_at, now()) ELSE now() END,
      failing_since = CASE
        WHEN ${isUnknown} THEN failing_since
        WHEN ${isFailing} AND checked_at > now() - make_interval(secs => ${TOGETHER_SECONDS})
          THEN least(failing_since, now())
        WHEN ${isFailing} THEN now() END,
      fine_since = CASE WHEN ${isUnknown} THEN fine_since WHEN NOT ${isFailing} THEN least(fine_since, now()) END,
      due_at = CASE WHEN ${isFailing} OR (${isUnknown} AND failing_since IS NOT NULL)
        THEN least(due_at, now() + make_interval(secs => ${WHILE_FAILING_SECONDS})) ELSE due_at END
    WHERE name = ${name} AND host = ${host}`);
}

// By what was looked at, not by the time since: a host that's gone says no more.
function isNews(row: string): Prisma.Sql {
  const c = Prisma.raw(row);
  return Prisma.sql`(
    (NOT ${c}.is_told_failing AND ${c}.state = 'failing'
      AND ${c}.checked_at >= ${c}.failing_since + make_interval(secs => ${FAILS_AFTER_SECONDS}))
    OR (${c}.is_told_failing AND ${c}.state IN ('good', 'off')
      AND ${c}.checked_at >= ${c}.fine_since + make_interval(secs => ${FINE_AFTER_SECONDS})))`;
}

type Told = { name: string; isFailing: boolean; says: string };

/**
 * Marks what operators have to hear of, and returns it: what has failed for two minutes, and what has been fine for ten since.
 * Another process that does this at the same time finds nothing.
 */
export async function markTold(tx: Transaction): Promise<Told[]> {
  return tx.query<Told>(Prisma.sql`
    UPDATE status_checks c SET is_told_failing = NOT is_told_failing, told_at = now()
    FROM (SELECT name, host FROM status_checks WHERE ${isNews("status_checks")} ORDER BY name, host FOR UPDATE) news
    WHERE c.name = news.name AND c.host = news.host AND ${isNews("c")}
    RETURNING c.name, c.is_told_failing AS "isFailing", c.says`);
}

/** Forgets what hosts found that are gone. A container has another name each time it's created. */
export async function forgetGoneHosts(): Promise<void> {
  await query(Prisma.sql`DELETE FROM status_checks WHERE host <> '' AND due_at < now() - interval '1 hour'`);
}

/** Returns what a running service found within five minutes, what's worst of several hosts, or undefined. */
export async function findRecent(name: CheckName): Promise<Finding | undefined> {
  const [row] = await query<Pick<Finding, "state" | "says"> & { todo: string | null }>(Prisma.sql`
    SELECT state, says, todo FROM status_checks
    WHERE name = ${name} AND state IS NOT NULL AND due_at > now() - interval '5 minutes'
    ORDER BY state = 'failing' DESC, state = 'warning' DESC LIMIT 1`);
  return row && { state: row.state, says: row.says, ...(row.todo !== null && { todo: row.todo }) };
}

/** Returns the names of the checks that fail, as far as they're looked at. */
export async function listFailingChecks(): Promise<string[]> {
  const rows = await query<{ name: string }>(
    Prisma.sql`SELECT DISTINCT name FROM status_checks
      WHERE state = 'failing' AND due_at > now() - interval '10 minutes' ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}

export type StatusNews = {
  failing: { name: string; host: string; says: string; todo: string | null }[];
  fine: { name: string }[];
};

const OVER = "It failed, and seems to work again.";

/**
 * Returns what an email about the service's status says: what has been announced as failing, and what's fine again since the
 * person's last one. Null if there's nothing new. Emails wait for a minute, so what was announced in the minute before the last
 * one was sent may have come too late for it.
 */
export async function findStatusNews(mailId: string): Promise<StatusNews | null> {
  type Row = StatusNews["failing"][number] & { isFailing: boolean; isOver: boolean; isNew: boolean };
  const rows = await query<Row>(Prisma.sql`
    SELECT c.name, c.host, c.says, c.todo, c.is_told_failing AS "isFailing", c.state IN ('good', 'off') AS "isOver",
      c.told_at > coalesce(last.sent_at - interval '1 minute', m.created_at - interval '1 day') AS "isNew"
    FROM mails m
    CROSS JOIN LATERAL (
      SELECT max(sent_at) AS sent_at FROM mails WHERE user_id = m.user_id AND kind = 'service_status' AND status = 'sent'
    ) last
    JOIN status_checks c ON c.told_at IS NOT NULL AND c.says IS NOT NULL
    WHERE m.id = ${mailId}::uuid
    ORDER BY c.name, c.host`);
  if (!rows.some(({ isNew }) => isNew)) return null;
  const failing = rows.filter(({ isFailing }) => isFailing);
  return {
    failing: failing.map(({ name, host, says, todo, isOver }) => ({ name, host, says: isOver ? OVER : says, todo })),
    fine: rows.filter(({ isFailing, isNew }) => isNew && !isFailing).map(({ name }) => ({ name })),
  };
}
