import { countUnread } from "#lib/inbox/queries.ts";
import type { BenchCase } from "../case.ts";
import { median, percentile } from "../measure/statistics.ts";
import { milliseconds } from "../report/number-words.ts";
import { OWNERS, openDataSets } from "../world/data-sets.ts";
import { ownerOf, scopeOf, withLibrary } from "../world/library.ts";

const READS = 300;
const WARM_UP = 20;
const GOAL_MS = 5;

export const unread: BenchCase = {
  name: "unread",
  title: "Unread total of an owner with 50,000 conversations",
  run: async (progress) => {
    await using sets = await openDataSets(progress);
    const scope = scopeOf(ownerOf(sets.big, OWNERS.oneSite));
    const { times, total } = await withLibrary(sets.big, async () => {
      const found: number[] = [];
      for (let at = -WARM_UP; at < READS; at += 1) {
        const started = performance.now();
        await countUnread(scope);
        if (at >= 0) found.push(performance.now() - started);
      }
      return { times: found, total: await countUnread(scope) };
    });
    return {
      figures: [
        {
          what: "median",
          ours: milliseconds(median(times)),
          goal: `≤ ${GOAL_MS} ms`,
          isMet: median(times) <= GOAL_MS,
        },
      ],
      notes: [
        `${total.messages} messages of ${total.conversations} conversations were unread; p99 ${milliseconds(percentile(times, 0.99))}.`,
      ],
    };
  },
};
