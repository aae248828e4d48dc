import { listConversations } from "#lib/desk/inbox/queries.ts";
import { countViews } from "#lib/desk/views/queries.ts";
import { filterText } from "#lib/desk/views/rules.ts";
import type { ViewFilter } from "#lib/desk/views/schema.ts";
import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { BenchCase, Row } from "../case.ts";
import { memberWith } from "../lists/member.ts";
import { shown } from "../load/in-turn.ts";
import { median } from "../measure/statistics.ts";
import { factor, milliseconds } from "../report/number-words.ts";
import { type DataSets, type MadeSet, OWNERS, openDataSets } from "../world/data-sets.ts";
import { ownerOf, scopeOf, withLibrary } from "../world/library.ts";

const VIEWS = 100;
const COUNTS = 30;
const READS = 200;
const WARM_UP = 20;
const COUNTS_MS = 100;
const GOAL = 1.5;

const OPEN = { status: "open", snoozed: "false" } as const;
const FILTERS: ViewFilter[] = [
  OPEN,
  { ...OPEN, waitingFor: "1d" },
  { ...OPEN, order: "waiting" },
  { ...OPEN, language: "de" },
  { ...OPEN, hasEmail: "true" },
  { status: "closed", page: "/pricing" },
  { starred: "true" },
  { status: "closed", hasEmail: "true", language: "ja" },
  { ...OPEN, assignee: "none" },
  {},
];
// The lists of the new filters that many conversations match, so that each page is full.
const LISTED: [what: string, filter: ViewFilter][] = [["a view of those who wait", { ...OPEN, waitingFor: "1h" }]];

/** The counts of as many views as a person may have, of an owner with many conversations and of a member with some sites. */
export const views: BenchCase = {
  name: "views",
  title: `The counts of ${VIEWS} views, and their lists`,
  run: async (progress) => {
    await using sets = await openDataSets(progress);
    progress("counts");
    const rows = [
      await countsOf(sets.big, "an owner of 5 sites", null),
      await countsOf(sets.big, "a member with 4 of 50 sites", 4),
    ];
    for (const [what, filter] of LISTED) rows.push(await listsOf(sets, what, filter));
    return { rows };
  },
};

async function countsOf(set: MadeSet, who: string, sites: number | null): Promise<Row> {
  const owner = ownerOf(set, sites === null ? OWNERS.fiveSites : OWNERS.fiftySites);
  const scope = sites === null ? scopeOf(owner) : await memberWith(set, owner, sites);
  const times = await withLibrary(set, async () => {
    const texts = Array.from({ length: VIEWS }, (_, at) => filterText(FILTERS[at % FILTERS.length] ?? {}));
    await query(Prisma.sql`DELETE FROM views WHERE workspace_id = ${owner.workspaceId}::uuid`);
    await query(Prisma.sql`
      INSERT INTO views (id, workspace_id, name, name_key, filter, created_at, updated_at)
      SELECT gen_random_uuid(), ${owner.workspaceId}::uuid, nth::text, nth::text, filter, now(), now()
      FROM unnest(${texts}::text[]) WITH ORDINALITY AS given (filter, nth)`);
    return timesOf(COUNTS, async () => {
      const { length } = await countViews(scope);
      if (length !== VIEWS) throw new Error(`${length} views were counted`);
    });
  });
  const time = median(times);
  const what = `counts of ${VIEWS} views, for ${who}`;
  return { what, ours: milliseconds(time), goal: `≤ ${milliseconds(COUNTS_MS)}`, isMet: time <= COUNTS_MS };
}

async function listsOf({ big, small }: DataSets, what: string, filter: ViewFilter): Promise<Row> {
  const read = (set: MadeSet) =>
    withLibrary(set, async () => {
      const scope = scopeOf(ownerOf(set, OWNERS.fiveSites));
      return median(await timesOf(READS, () => listConversations(scope, { ...filter, limit: 50 })));
    });
  const row = shown(`${what}: time`, await read(big), await read(small));
  return { ...row, goal: `≤ ${factor(GOAL)}`, isMet: (row.ratio ?? Number.NaN) <= GOAL };
}

async function timesOf(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let at = -WARM_UP; at < count; at += 1) {
    const started = performance.now();
    await work();
    if (at >= 0) times.push(performance.now() - started);
  }
  return times;
}
