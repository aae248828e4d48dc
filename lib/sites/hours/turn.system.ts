import { type Transaction, transaction } from "#platform/database/database.ts";
import { retryingConflicts } from "#platform/database/database-failure.ts";
import { logFailure } from "#platform/failure-log.ts";
import { repeatWork } from "#platform/jobs/repeated-work.ts";
import { Prisma, type SiteHours } from "#prisma-client";
import { DAY_MS } from "./open-times.ts";
import { rulesOf, type StoredHours, turnsAtOf } from "./rules.ts";
import { HOURS_COLUMNS } from "./statements.ts";

const EVERY_MS = 3_000;
const AT_ONCE = 50;

type Due = StoredHours & Pick<SiteHours, "closedSince"> & { turnsAt: Date; now: Date };

const DUE = Prisma.sql`
  SELECT ${HOURS_COLUMNS}, h.closed_since AS "closedSince", h.turns_at AS "turnsAt", clock_timestamp()::timestamptz(3) AS now
  FROM site_hours h WHERE h.turns_at <= now() ORDER BY h.turns_at LIMIT ${AT_ONCE} FOR NO KEY UPDATE SKIP LOCKED`;

type Turned = { closedSince: Date | null; turnsAt: Date };

/** A site that was missed at several turns has been closed since the last closing. */
function turn(due: Due): Turned {
  const now = due.now.getTime();
  try {
    const { open, closedSince, turnsAt } = turnsAtOf(rulesOf(due), now);
    if (open) return { closedSince: null, turnsAt };
    const known = due.closedSince ?? due.turnsAt;
    return { closedSince: new Date(Math.max(closedSince ?? 0, known.getTime())), turnsAt };
  } catch (error) {
    logFailure(error, "could not compute a site's hours; it counts as open for a day");
    return { closedSince: null, turnsAt: new Date(now + DAY_MS) };
  }
}

async function turnSome(tx: Transaction): Promise<number> {
  const due = await tx.query<Due>(DUE);
  if (due.length === 0) return 0;
  const turned = due.map(turn);
  await tx.query(Prisma.sql`
    UPDATE site_hours h SET closed_since = t.closed_since, turns_at = t.turns_at
    FROM unnest(
      ${due.map(({ siteId }) => siteId)}::uuid[], ${turned.map(({ closedSince }) => closedSince)}::timestamptz[],
      ${turned.map(({ turnsAt }) => turnsAt)}::timestamptz[]
    ) AS t (site_id, closed_since, turns_at)
    WHERE h.site_id = t.site_id`);
  return due.length;
}

/** Opens and closes the sites that are due. */
export async function turnSites(signal = new AbortController().signal): Promise<void> {
  let count = AT_ONCE;
  while (count === AT_ONCE && !signal.aborted) count = await retryingConflicts(() => transaction(turnSome));
}

/** Opens and closes sites when they're due. Any number of processes may, and each site is turned by one of them. */
export const startTurningSites = (signal: AbortSignal): Promise<void> =>
  repeatWork(
    "hours",
    { everyMs: EVERY_MS, work: turnSites, failure: "could not open and close sites; will retry" },
    signal,
  );
