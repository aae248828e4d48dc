import type { BenchCase, Row } from "../case.ts";
import { LIST_KINDS, type ListKind } from "../lists/list-kinds.ts";
import { pagesOf, type ReadPage } from "../lists/pages.ts";
import { shown } from "../load/in-turn.ts";
import { median } from "../measure/statistics.ts";
import { isShort } from "../options.ts";
import { factor } from "../report/number-words.ts";
import { type DataSets, type MadeSet, openDataSets } from "../world/data-sets.ts";
import { withLibrary } from "../world/library.ts";
import { databaseCpu } from "../world/measured-database.ts";

const READS = isShort ? 400 : 2000;
const BLOCKS = 4;
const WARM_UP = 100;
const GOAL = 1.5;
const MEMBER_GOAL = 1.2;

/** Here the reference is the service itself, on the small set, or for members with some sites their owner's list. */
export const lists: BenchCase = {
  name: "lists",
  title: "Pages of the inbox, with 1,000,000 conversations against 1,000",
  run: async (progress) => {
    await using sets = await openDataSets(progress);
    const rows: Row[] = [];
    for (const kind of LIST_KINDS) {
      progress(kind.what);
      rows.push(...(await compareSets(sets, kind)));
    }
    return {
      rows,
      notes: [
        `Each number is the median of ${READS} pages; ours is the large set, the reference the small one. A member's list is compared with that of the owner of all 50 sites, in the same set.`,
      ],
    };
  },
};

type Side = { set: MadeSet; pages: ReadPage[]; times: number[]; databaseMs: number };

async function compareSets({ big, small }: DataSets, kind: ListKind): Promise<Row[]> {
  const prepare = async (set: MadeSet, kind: ListKind): Promise<Side> => {
    return { set, pages: await pagesOf(set, kind), times: [], databaseMs: 0 };
  };
  const { sites, ...own } = kind;
  const large = await prepare(big, kind);
  const little = sites === undefined ? await prepare(small, kind) : await prepare(big, own);
  for (let block = 0; block < BLOCKS; block += 1) for (const side of [large, little]) await readBlock(side, block);
  const time = shown(`${kind.what}: time`, median(large.times), median(little.times));
  const goal = sites === undefined ? GOAL : MEMBER_GOAL;
  return [
    { ...time, goal: `≤ ${factor(goal)}`, isMet: (time.ratio ?? Number.NaN) <= goal },
    shown(`${kind.what}: CPU, PostgreSQL`, large.databaseMs / READS, little.databaseMs / READS),
  ];
}

function readBlock(side: Side, block: number): Promise<void> {
  const { set, pages, times } = side;
  const count = READS / BLOCKS;
  return withLibrary(set, async () => {
    const readCpu = await databaseCpu(set.url);
    let cpuBefore = readCpu();
    for (let at = -WARM_UP; at < count; at += 1) {
      if (at === 0) cpuBefore = readCpu();
      const read = pages[(block * count + at + WARM_UP) % pages.length];
      const started = performance.now();
      await read?.();
      if (at >= 0) times.push(performance.now() - started);
    }
    side.databaseMs += readCpu() - cpuBefore;
  });
}
