import { Client } from "pg";
import type { OwnerScope } from "#lib/base/access/scopes.ts";
import { listConversations } from "#lib/desk/inbox/queries.ts";
import type { BenchCase, Row } from "../case.ts";
import type { Language } from "../data-set/words.ts";
import { shown } from "../load/in-turn.ts";
import { median, percentile } from "../measure/statistics.ts";
import { factor, milliseconds } from "../report/number-words.ts";
import { type Searches, sampleSearches } from "../search/sample-searches.ts";
import { OWNERS, openDataSets } from "../world/data-sets.ts";
import { ownerOf, scopeOf, withLibrary } from "../world/library.ts";
import { databaseCpu } from "../world/measured-database.ts";

const OF_EACH_KIND = 60;
const GOAL_MS = 50;
const SLOWEST_GOAL_MS = 150;
const SIZE_GOAL = 2;
const LIMIT = 50;
const PAGES_MOST = 100;

/** The first page of results, and what's left of it. Each pair of words is searched once, so no result is cached from an earlier search. */
export const search: BenchCase = {
  name: "search",
  title: "Search for two words in 1,000,000 of 4,000,000 messages",
  run: async (progress) => {
    await using sets = await openDataSets(progress);
    const owner = ownerOf(sets.big, OWNERS.searched);
    progress("choosing words");
    const searches = await sampleSearches(sets.big, owner.workspaceId);
    const notes: string[] = [];
    const rows = await withLibrary(sets.big, async () => {
      const latencies: Row[] = [];
      let count = 0;
      const readCpu = await databaseCpu(sets.big.url);
      const databaseBefore = readCpu();
      const ownBefore = process.cpuUsage();
      for (const [language, kinds] of searches) {
        progress(language);
        const times = await timeSearches(scopeOf(owner), kinds);
        notes.push(`${language}: ${wordsOn(times)}.`);
        latencies.push(...rowsOf(language, Object.values(times).flat()));
        count += Object.values(times).flat().length;
      }
      const { user, system } = process.cpuUsage(ownBefore);
      return [
        ...latencies,
        shown("CPU of a search, our process", (user + system) / 1000 / count),
        shown("CPU of a search, PostgreSQL", (readCpu() - databaseBefore) / count),
        await sizeOfIndex(sets.big.url),
      ];
    });
    return { rows, notes };
  },
};

async function sizeOfIndex(url: string): Promise<Row> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ ratio: number }>(
    `SELECT pg_relation_size('messages_search_idx') / sum(octet_length(body))::float8 AS ratio FROM messages`,
  );
  await client.end();
  const ratio = rows[0]?.ratio ?? Number.NaN;
  return {
    what: "size of the index, to the messages' text",
    ours: factor(ratio),
    goal: `≤ ${factor(SIZE_GOAL)}`,
    isMet: ratio <= SIZE_GOAL,
  };
}

/** How long a search took until its first page, and until a whole page of results or the end, in milliseconds. */
type Time = { first: number; whole: number; pages: number };
type Times = { [kind in keyof Searches]: Time[] };

async function timeSearches(scope: OwnerScope, { rare, mixed, common }: Searches): Promise<Times> {
  const [warmUp = ""] = rare;
  await timeSearch(scope, warmUp);
  const timeAll = async (all: string[]) => {
    const times: Time[] = [];
    for (const q of new Set(all.slice(1, 1 + OF_EACH_KIND))) times.push(await timeSearch(scope, q));
    return times;
  };
  return { rare: await timeAll(rare), mixed: await timeAll(mixed), common: await timeAll(common) };
}

async function timeSearch(scope: OwnerScope, q: string): Promise<Time> {
  const started = performance.now();
  const passed = () => performance.now() - started;
  let { conversations, nextCursor } = await listConversations(scope, { q, limit: LIMIT });
  const first = passed();
  let found = conversations.length;
  let pages = 1;
  // A page may end early with more to come.
  while (found < LIMIT && nextCursor !== null && pages < PAGES_MOST) {
    ({ conversations, nextCursor } = await listConversations(scope, { q, limit: LIMIT, cursor: nextCursor }));
    found += conversations.length;
    pages += 1;
  }
  if (found === 0 && nextCursor === null) throw new Error(`nothing was found for ${q}`);
  return { first, whole: passed(), pages };
}

function rowsOf(language: Language, times: Time[]): Row[] {
  const firsts = times.map(({ first }) => first);
  const row = (what: string, measured: number, goal: number) => ({
    what: `${language}, first page, ${what}`,
    ours: milliseconds(measured),
    goal: `≤ ${goal} ms`,
    isMet: measured <= goal,
  });
  return [row("p99", percentile(firsts, 0.99), GOAL_MS), row("slowest", Math.max(...firsts), SLOWEST_GOAL_MS)];
}

const wordsOn = (times: Times) =>
  Object.entries(times)
    .map(([kind, some]) => {
      const firsts = some.map(({ first }) => first);
      const several = some.filter(({ pages }) => pages > 1);
      const rest =
        several.length === 0
          ? ""
          : `; ${several.length} found less than a page at first, the slowest a whole one or the end after ${milliseconds(Math.max(...several.map(({ whole }) => whole)))} and ${Math.max(...several.map(({ pages }) => pages))} pages`;
      return `${kind} words median ${milliseconds(median(firsts))}, slowest ${milliseconds(Math.max(...firsts))} of ${some.length}${rest}`;
    })
    .join("; ");
