import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { discardDatabase } from "../../tests/support/throwaway-database.ts";
import type { BenchCase } from "../case.ts";
import { memoryOf } from "../measure/process-tree.ts";
import { median } from "../measure/statistics.ts";
import { bytes, milliseconds } from "../report/number-words.ts";
import { benchFolder } from "../world/folder.ts";
import { type OwnStart, startWithOwnDatabase } from "../world/own-start.ts";

const STARTS = 7;
const IDLE_MS = 10_000;
const READY_GOAL_MS = 2000;
const MEMORY_GOAL_BYTES = 250_000_000;

export const memory: BenchCase = {
  name: "memory",
  title: "Memory at rest, and the time of a start",
  run: async (progress) => {
    const dataDir = await mkdtemp(join(benchFolder(), "start-"));
    try {
      progress("the first start, which makes the database");
      const first = await timeStart(dataDir);
      progress(`${STARTS} further starts`);
      const starts: StartTimes[] = [];
      for (let at = 0; at < STARTS; at += 1) starts.push(await timeStart(dataDir));
      progress(`at rest for ${IDLE_MS / 1000} s`);
      await using running = await startWithOwnDatabase(dataDir);
      await pause(IDLE_MS);
      // The database is one of the processes that the service has started.
      const all = memoryOf(running.pid);
      const database = memoryOf(running.databasePid);
      const times = starts.map(({ readyMs }) => readyMs);
      return {
        rows: [
          {
            what: `start to the first page's response, median of ${STARTS}`,
            ours: milliseconds(median(times)),
            goal: `≤ ${READY_GOAL_MS / 1000} s`,
            isMet: median(times) <= READY_GOAL_MS,
          },
          {
            what: "memory at rest (PSS), our processes and the database",
            ours: bytes(all),
            goal: `≤ ${bytes(MEMORY_GOAL_BYTES)}`,
            isMet: all <= MEMORY_GOAL_BYTES,
          },
        ],
        notes: [
          `The first start of all, with initdb and the migrations, took ${milliseconds(first.readyMs)}; the slowest other one ${milliseconds(Math.max(...times))}. Our processes used ${milliseconds(median(starts.map(({ cpuMs }) => cpuMs)))} of CPU in it.`,
          `Of the memory ${bytes(all - database)} are the service's and ${bytes(database)} the database's.`,
        ],
      };
    } finally {
      await discardDatabase(dataDir);
    }
  },
};

type StartTimes = Pick<OwnStart, "readyMs" | "cpuMs">;

async function timeStart(dataDir: string): Promise<StartTimes> {
  await using running = await startWithOwnDatabase(dataDir);
  const { readyMs, cpuMs } = running;
  return { readyMs, cpuMs };
}
