import type { OwnerScope } from "#lib/access/scopes.ts";
import { listConversations } from "#lib/inbox/queries.ts";
import type { BenchCase, Figure } from "../case.ts";
import type { Language } from "../data-set/words.ts";
import { median, percentile } from "../measure/statistics.ts";
import { milliseconds } from "../report/number-words.ts";
import { type Searches, sampleSearches } from "../search/sample-searches.ts";
import { OWNERS, openDataSets } from "../world/data-sets.ts";
import { ownerOf, scopeOf, withLibrary } from "../world/library.ts";

const OF_EACH_KIND = 60;
const GOAL_MS = 50;
const LIMIT = 50;

/** The first page of what is found. The words are asked for once each, so that no answer is still warm from the last. */
export const search: BenchCase = {
  name: "search",
  title: "Search for two words in 200,000 of 4,000,000 messages",
  run: async (progress) => {
    await using sets = await openDataSets(progress);
    const owner = ownerOf(sets.big, OWNERS.oneSite);
    progress("choosing words");
    const searches = await sampleSearches(sets.big, owner.workspaceId);
    const notes: string[] = [];
    const figures = await withLibrary(sets.big, async () => {
      const found: Figure[] = [];
      for (const [language, kinds] of searches) {
        progress(language);
        const times = await timeSearches(scopeOf(owner), kinds);
        notes.push(`${language}: ${wordsOn(times)}.`);
        found.push(figureOf(language, Object.values(times).flat()));
      }
      return found;
    });
    return { figures, notes };
  },
};

type Times = { [kind in keyof Searches]: number[] };

async function timeSearches(scope: OwnerScope, { rare, mixed, common }: Searches): Promise<Times> {
  const [warmUp = ""] = rare;
  await timeSearch(scope, warmUp);
  const timeAll = async (all: string[]) => {
    const times: number[] = [];
    for (const q of new Set(all.slice(1, 1 + OF_EACH_KIND))) times.push(await timeSearch(scope, q));
    return times;
  };
  return { rare: await timeAll(rare), mixed: await timeAll(mixed), common: await timeAll(common) };
}

async function timeSearch(scope: OwnerScope, q: string): Promise<number> {
  const started = performance.now();
  const { conversations, nextCursor } = await listConversations(scope, { q, limit: LIMIT });
  // A page may end early with more to come, but what was written must not be missed.
  if (conversations.length === 0 && nextCursor === null) throw new Error(`nothing was found for ${q}`);
  return performance.now() - started;
}

function figureOf(language: Language, times: number[]): Figure {
  const p99 = percentile(times, 0.99);
  return { what: `${language}, p99`, ours: milliseconds(p99), goal: `≤ ${GOAL_MS} ms`, isMet: p99 <= GOAL_MS };
}

const wordsOn = (times: Times) =>
  Object.entries(times)
    .map(
      ([kind, some]) =>
        `${kind} words median ${milliseconds(median(some))}, slowest ${milliseconds(Math.max(...some))} of ${some.length}`,
    )
    .join("; ");
