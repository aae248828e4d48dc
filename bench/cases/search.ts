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
      const all = new Map<Language, Firsts>();
      let count = 0;
      const readCpu = await databaseCpu(sets.big.url);
      const databaseBefore = readCpu();
      const ownBefore = process.cpuUsage();
      for (const [language, kinds] of searches) {
        progress(language);
        const firsts = await timeSearches(scopeOf(owner), kinds);
        all.set(language, firsts);
        latencies.push(...rowsOf(language, Object.values(firsts).flat()));
        count += Object.values(firsts).flat().length;
      }
      const { user, system } = process.cpuUsage(ownBefore);
      const databaseMs = (readCpu() - databaseBefore) / count;
      progress("the rest of short pages");
      for (const [language, firsts] of all) notes.push(`${language}: ${await wordsOn(scopeOf(owner), firsts)}.`);
      return [
        ...latencies,
        shown("CPU of a search, our process", (user + system) / 1000 / count),
        shown("CPU of a search, PostgreSQL", databaseMs),
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

/** A search's first page: how long it took, how much it found, and where to go on. */
type First = { q: string; ms: number; found: number; nextCursor: string | null };
type Firsts = { [kind in keyof Searches]: First[] };

async function timeSearches(scope: OwnerScope, { rare, mixed, common }: Searches): Promise<Firsts> {
  const [warmUp = ""] = rare;
  await timeFirst(scope, warmUp);
  const timeAll = async (all: string[]) => {
    const firsts: First[] = [];
    for (const q of new Set(all.slice(1, 1 + OF_EACH_KIND))) firsts.push(await timeFirst(scope, q));
    return firsts;
  };
  return { rare: await timeAll(rare), mixed: await timeAll(mixed), common: await timeAll(common) };
}

async function timeFirst(scope: OwnerScope, q: string): Promise<First> {
  const started = performance.now();
  const { conversations, nextCursor } = await listConversations(scope, { q, limit: LIMIT });
  const ms = performance.now() - started;
  // A page may end early with more to come, but the text must be found.
  if (conversations.length === 0 && nextCursor === null) throw new Error(`nothing was found for ${q}`);
  return { q, ms, found: conversations.length, nextCursor };
}

/** Asks for further pages of a search until there's a whole page of results, or no more. */
async function timeRest(scope: OwnerScope, { q, found, nextCursor }: First): Promise<{ ms: number; pages: number }> {
  const started = performance.now();
  let pages = 1;
  for (let [sum, cursor] = [found, nextCursor]; sum < LIMIT && cursor !== null; pages += 1) {
    const page = await listConversations(scope, { q, limit: LIMIT, cursor });
    sum += page.conversations.length;
    cursor = page.nextCursor;
    if (sum === 0 && cursor === null) throw new Error(`nothing was found for ${q}`);
  }
  return { ms: performance.now() - started, pages };
}

function rowsOf(language: Language, firsts: First[]): Row[] {
  const times = firsts.map(({ ms }) => ms);
  const row = (what: string, measured: number, goal: number) => ({
    what: `${language}, first page, ${what}`,
    ours: milliseconds(measured),
    goal: `≤ ${goal} ms`,
    isMet: measured <= goal,
  });
  return [row("p99", percentile(times, 0.99), GOAL_MS), row("slowest", Math.max(...times), SLOWEST_GOAL_MS)];
}

async function wordsOn(scope: OwnerScope, firsts: Firsts): Promise<string> {
  const parts: string[] = [];
  for (const [kind, some] of Object.entries(firsts)) {
    const times = some.map(({ ms }) => ms);
    parts.push(
      `${kind} words median ${milliseconds(median(times))}, slowest ${milliseconds(Math.max(...times))} of ${some.length}`,
    );
    const short = some.filter(({ found, nextCursor }) => found < LIMIT && nextCursor !== null);
    if (short.length === 0) continue;
    const rests: { ms: number; pages: number }[] = [];
    for (const first of short) rests.push(await timeRest(scope, first));
    const [slowest] = rests.toSorted((one, other) => other.ms - one.ms);
    if (slowest)
      parts.push(
        `the rest of the ${short.length} whose first page was short took ${milliseconds(slowest.ms)} at most, in ${slowest.pages} pages`,
      );
  }
  return parts.join("; ");
}
