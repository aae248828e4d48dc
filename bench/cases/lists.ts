import type { BenchCase, Figure } from "../case.ts";
import { LIST_KINDS, type ListKind } from "../lists/list-kinds.ts";
import { pagesOf, type ReadPage } from "../lists/pages.ts";
import { buffersOf } from "../measure/buffers.ts";
import { median } from "../measure/statistics.ts";
import { factor, milliseconds } from "../report/number-words.ts";
import { type DataSets, type MadeSet, openDataSets } from "../world/data-sets.ts";
import { withLibrary } from "../world/library.ts";

const READS = 2000;
const BLOCKS = 4;
const WARM_UP = 100;
const GOAL = 1.3;

/** Here the reference is the service itself, on the small set. */
export const lists: BenchCase = {
  name: "lists",
  title: "Pages of the inbox, with 1,000,000 conversations against 1,000",
  run: async (progress) => {
    await using sets = await openDataSets(progress);
    const figures: Figure[] = [];
    for (const kind of LIST_KINDS) {
      progress(kind.what);
      figures.push(...(await compareSets(sets, kind)));
    }
    return {
      figures,
      notes: [`Each figure is the median of ${READS} pages; ours is the large set, the reference the small one.`],
    };
  },
};

type Side = { set: MadeSet; pages: ReadPage[]; times: number[]; buffers: number[] };

async function compareSets({ big, small }: DataSets, kind: ListKind): Promise<Figure[]> {
  const prepare = async (set: MadeSet): Promise<Side> => {
    const pages = await pagesOf(set, kind);
    return { set, pages, times: [], buffers: await withLibrary(set, () => buffersOf(set.url, pages)) };
  };
  const large = await prepare(big);
  const little = await prepare(small);
  for (let block = 0; block < BLOCKS; block += 1) for (const side of [large, little]) await readBlock(side, block);
  const buffers = median(large.buffers) / median(little.buffers);
  const times = median(large.times) / median(little.times);
  const goal = `≤ ${factor(GOAL)}`;
  return [
    {
      what: `${kind.what}: time`,
      ours: milliseconds(median(large.times)),
      reference: milliseconds(median(little.times)),
      ratio: times,
      goal,
      isMet: times <= GOAL,
    },
    {
      what: `${kind.what}: buffers`,
      ours: String(median(large.buffers)),
      reference: String(median(little.buffers)),
      ratio: buffers,
      goal,
      isMet: buffers <= GOAL,
    },
  ];
}

function readBlock({ set, pages, times }: Side, block: number): Promise<void> {
  const count = READS / BLOCKS;
  return withLibrary(set, async () => {
    for (let at = -WARM_UP; at < count; at += 1) {
      const read = pages[(block * count + at + WARM_UP) % pages.length];
      const started = performance.now();
      await read?.();
      if (at >= 0) times.push(performance.now() - started);
    }
  });
}
