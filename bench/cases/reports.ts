import { Client } from "pg";
import { ListConversationsQuery } from "#lib/desk/conversations/schema.ts";
import { listConversations } from "#lib/desk/inbox/queries.ts";
import { toReportJson } from "#lib/desk/reports/json.ts";
import { getReport } from "#lib/desk/reports/queries.ts";
import type { BenchCase, Row } from "../case.ts";
import { median } from "../measure/statistics.ts";
import { isShort } from "../options.ts";
import { milliseconds } from "../report/number-words.ts";
import { type MadeSet, OWNERS, openDataSets } from "../world/data-sets.ts";
import { ownerOf, scopeOf, withLibrary } from "../world/library.ts";

const ROUNDS = isShort ? 2 : 8;
const GOAL_MS = 100;
// The year of the data set has 51 whole weeks with a week before.
const FIRST = Date.parse("2025-01-13");
const WEEKS = 50;
const WEEK_MS = 7 * 86_400_000;
const WINDOWS = [1, 2, 3, 4, 5].map((day) => ({ day, from: 540, until: 1_020 }));

/** All numbers of a week with the one before, and the list behind one of them, on the site with the most conversations. */
export const reports: BenchCase = {
  name: "reports",
  title: "A week's report of a site with 250,000 of 1,000,000 conversations",
  run: async (progress) => {
    await using sets = await openDataSets(progress);
    const { big } = sets;
    const owner = ownerOf(big, OWNERS.searched);
    const [siteId = ""] = owner.siteIds;
    const scope = scopeOf(owner);
    const weekAt = (nth: number) => new Date(FIRST + (nth % WEEKS) * WEEK_MS).toISOString().slice(0, 10);
    const read = async (nth: number) => toReportJson(await getReport(scope, siteId, { week: weekAt(nth) }));
    const list = async (nth: number) => {
      const from = new Date(FIRST + (nth % WEEKS) * WEEK_MS).toISOString();
      const until = new Date(Date.parse(from) + WEEK_MS).toISOString();
      const asked = { siteId, counted: "never_replied", from, until };
      await listConversations(scope, ListConversationsQuery.parse(asked));
    };
    const rows: Row[] = [];
    const measure = async (what: string, one: (nth: number) => Promise<unknown>) => {
      progress(what);
      rows.push(...(await withLibrary(big, () => timed(what, one))));
    };
    await measure("without hours", read);
    await setHours(big, siteId, true);
    try {
      await measure("within hours", read);
    } finally {
      await setHours(big, siteId, false);
    }
    await measure("the list of those without a reply, first page", list);
    return { rows };
  },
};

async function timed(what: string, read: (nth: number) => Promise<unknown>): Promise<Row[]> {
  await read(0);
  const times: number[] = [];
  for (let nth = 0; nth < ROUNDS * WEEKS; nth += 1) {
    const started = performance.now();
    await read(nth);
    times.push(performance.now() - started);
  }
  const row = (name: string, ms: number): Row => ({
    what: `${what}: ${name}`,
    ours: milliseconds(ms),
    goal: `≤ ${GOAL_MS} ms`,
    isMet: ms <= GOAL_MS,
  });
  return [row("median", median(times)), row("slowest", Math.max(...times))];
}

async function setHours({ url }: MadeSet, siteId: string, has: boolean): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("DELETE FROM site_hours WHERE site_id = $1", [siteId]);
    if (!has) return;
    await client.query(
      "INSERT INTO site_hours (site_id, time_zone, windows, updated_at) VALUES ($1, 'Europe/Berlin', $2, now())",
      [siteId, JSON.stringify(WINDOWS)],
    );
  } finally {
    await client.end();
  }
}
