import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../server/http/free-port.ts";
import type { BenchCase, CaseResult } from "../case.ts";
import { collectGarbage, inspectableAt } from "../measure/collect-garbage.ts";
import { memoryOf } from "../measure/process-tree.ts";
import { median, percentile } from "../measure/statistics.ts";
import { bytes, milliseconds } from "../report/number-words.ts";
import { measureCrowd } from "../streams/measure-crowd.ts";
import { makeStreamPeople, type StreamPeople } from "../streams/people.ts";
import { startClients } from "../streams/start-clients.ts";
import type { StreamToOpen } from "../streams/words.ts";
import { openMeasuredDatabase } from "../world/measured-database.ts";
import { startOurs, startReference } from "../world/servers.ts";

const OWNERS = 50;
const PER_SECOND = 200;
const MEMORY_STREAMS = 9_000;
const MEMORY_GOAL_KB = 11;
const DEFERRED_GOAL = 0.05;
const SETTLE_MS = 8_000;
const OTHERS_GOAL_MS = 500;
const RETURN_GOAL_MS = 0.05;

type Size = { visitors: number; processes: number; p99GoalMs: number; p999GoalMs: number; backGoalS: number };

// The number of visitors can be set, to see how the numbers grow with it.
const visitorsOr = (usual: number) => Number(process.env.BENCH_STREAMS ?? usual);
const isUsual = process.env.BENCH_STREAMS === undefined;

export const streams = streamsCase("streams", {
  visitors: visitorsOr(18_000),
  processes: 1,
  p99GoalMs: 60,
  p999GoalMs: 300,
  backGoalS: 10,
});

export const crowd = streamsCase("crowd", {
  visitors: visitorsOr(50_000),
  processes: 3,
  p99GoalMs: 250,
  p999GoalMs: 1_000,
  backGoalS: 60,
});

function streamsCase(name: string, size: Size): BenchCase {
  const { visitors, processes } = size;
  const where = processes === 1 ? "one process" : `${processes} processes`;
  return {
    name,
    title: `Event streams: ${visitors} visitors and ${OWNERS} owners on ${where}, ${PER_SECOND} messages a second`,
    run: (progress) => run(size, progress),
  };
}

async function run(size: Size, progress: (words: string) => void): Promise<CaseResult> {
  await using database = await openMeasuredDatabase();
  progress("making the people");
  const people = await makePeople(database.url, size.visitors);
  const memory = size.processes === 1 && isUsual ? await measureMemory(database.url, people, progress) : undefined;
  const live = await measureCrowd({
    database,
    people,
    processes: size.processes,
    perSecond: PER_SECOND,
    progress,
  });

  const hasHeardAll = live.latencies.length === live.sent;
  const latencyRow = (share: number, goalMs: number) => {
    const latency = percentile(live.latencies, share);
    return {
      what: `send to receipt, p${(share * 100).toFixed(1).replace(".0", "")}`,
      ours: milliseconds(latency),
      goal: `≤ ${goalMs} ms`,
      isMet: latency <= goalMs && hasHeardAll,
    };
  };
  const { attempts, deferred, gaveUp, errors } = live.returned;
  const others = Math.max(live.inboxSlowestMs, live.sendSlowestMs);
  const failed = gaveUp + Object.values(errors).reduce((total, count) => total + count, 0);
  return {
    rows: [
      latencyRow(0.99, size.p99GoalMs),
      latencyRow(0.999, size.p999GoalMs),
      ...(memory === undefined
        ? []
        : [
            {
              what: "memory of a stream",
              ours: bytes(memory.ours),
              reference: bytes(memory.reference),
              ratio: memory.ours / memory.reference,
              goal: `≤ ${MEMORY_GOAL_KB} kB`,
              isMet: memory.ours <= MEMORY_GOAL_KB * 1_000,
            },
          ]),
      {
        what: "CPU of a returning client, PostgreSQL",
        ours: milliseconds(live.quietReturnMs),
        goal: `≤ ${RETURN_GOAL_MS} ms`,
        isMet: live.quietReturnMs <= RETURN_GOAL_MS,
      },
      {
        what: "all back after a restart",
        ours: milliseconds(live.backMs),
        goal: `≤ ${size.backGoalS} s, no error`,
        isMet: live.backMs <= size.backGoalS * 1000 && failed === 0 && live.missed === 0,
      },
      {
        what: "attempts that got 503",
        ours: `${((deferred / attempts) * 100).toFixed(1)} %`,
        goal: `≤ ${DEFERRED_GOAL * 100} %`,
        isMet: deferred / attempts <= DEFERRED_GOAL,
      },
      {
        what: "slowest other request meanwhile",
        ours: milliseconds(others),
        goal: `≤ ${OTHERS_GOAL_MS / 1000} s`,
        isMet: others <= OTHERS_GOAL_MS && live.failures === 0,
      },
    ],
    notes: [
      `${live.latencies.length} of ${live.sent} messages were heard, the median after ${milliseconds(median(live.latencies))}, the last after ${milliseconds(Math.max(...live.latencies))}; the service used ${percentOf(live.cores[0])} of a core and PostgreSQL ${percentOf(live.cores[1])}.`,
      `Opening all streams took ${milliseconds(live.openMs)}.${size.processes > 1 ? ` The largest share of one process was ${percentOf(live.largestShare)}.` : ""}`,
      `After the restart half of the clients were back after ${milliseconds(live.backMedianMs)}. ${attempts} attempts reached the service, ${deferred} got 503, ${gaveUp} were given up after 10 s${listOf(errors)}. The service used ${milliseconds(live.returnCpuMs)} of CPU for that, PostgreSQL ${milliseconds(live.returnDatabaseMs)}. The accept queue overflowed ${live.overflows} times. The slowest request for the inbox took ${milliseconds(live.inboxSlowestMs)}, the slowest message ${milliseconds(live.sendSlowestMs)}, ${live.failures} failed; ${live.missed} messages were missed.`,
    ],
  };
}

const percentOf = (share = Number.NaN) => `${Math.round(share * 100)} %`;
const listOf = (errors: Record<string, number>) =>
  Object.entries(errors)
    .map(([name, count]) => `, ${count} ended with ${name}`)
    .join("");

async function makePeople(databaseUrl: string, visitors: number): Promise<StreamPeople> {
  await using service = await startOurs(databaseUrl);
  return await makeStreamPeople({ baseUrl: service.baseUrl, databaseUrl }, OWNERS, visitors);
}

async function measureMemory(databaseUrl: string, { streams: all }: StreamPeople, progress: (words: string) => void) {
  progress("memory of open streams, ours and the reference");
  const debugPort = await freePort("127.0.0.1");
  const settings = inspectableAt(debugPort);
  const measure = async (starting: Promise<AsyncDisposable & { pid: number; port: number }>) => {
    await using server = await starting;
    return await memoryPerStream({ ...server, debugPort }, all);
  };
  return {
    ours: await measure(startOurs(databaseUrl, settings)),
    reference: await measure(startReference("streams.ts", settings)),
  };
}

type Server = { pid: number; port: number; debugPort: number };

/** How much a server needs for each stream after the first ones, without its garbage. */
async function memoryPerStream({ pid, port, debugPort }: Server, streams: StreamToOpen[]): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const open = async (from: number) => {
    const { perform } = stack.use(startClients());
    const some = streams.slice(from, from + MEMORY_STREAMS);
    await perform({ kind: "open", port, streams: some, fetches: false });
    await pause(SETTLE_MS);
    await collectGarbage(pid, debugPort);
    return memoryOf(pid);
  };
  const before = await open(0);
  return ((await open(MEMORY_STREAMS)) - before) / MEMORY_STREAMS;
}
