import { fork } from "node:child_process";
import { once } from "node:events";
import type { Row } from "../case.ts";
import { cpuTime } from "../measure/process-tree.ts";
import { median, percentile, sum } from "../measure/statistics.ts";
import { isShort } from "../options.ts";
import { milliseconds } from "../report/number-words.ts";
import type { MeasuredDatabase } from "../world/measured-database.ts";
import type { LoadJob, LoadResult } from "./job.ts";

/** Who gets which requests. `database` is the one whose work for them is counted. */
type Side = { server: { pid: number; port: number }; database?: MeasuredDatabase; requests: string[] };

export type Load = {
  /** CPU time of a request in the server's own processes, in PostgreSQL's, and in both. */
  ownCpu: number;
  databaseCpu: number;
  bothCpu: number;
  perSecond: number;
  median: number;
  p99: number;
  /** The generator's share of one core. */
  generatorLoad: number;
};

type Options = Omit<LoadJob, "port" | "requests" | "seconds"> & { progress(words: string): void };
type Round = LoadResult & { ownMs: number; databaseMs: number };

const ROUNDS = isShort ? 2 : 4;
const SECONDS = isShort ? 3 : 5;
const WARM_UP_SECONDS = 3;

/**
 * Puts load on each side in turn, several times, after a warm-up of each. A round's CPU time is read once all it caused is
 * done.
 */
export async function loadInTurn<Name extends string>(
  sides: Record<Name, Side>,
  { progress, ...load }: Options,
): Promise<Record<Name, Load>> {
  const names = Object.keys(sides) as Name[];
  const rounds = Object.fromEntries(names.map((name) => [name, [] as Round[]])) as Record<Name, Round[]>;
  const runOnce = async ({ server, database, requests }: Side, seconds: number): Promise<Round> => {
    const ownBefore = cpuTime(server.pid);
    const databaseBefore = database?.cpuTime() ?? 0;
    const result = await runLoad({ ...load, port: server.port, requests, seconds });
    await database?.settle();
    return {
      ...result,
      ownMs: cpuTime(server.pid) - ownBefore,
      databaseMs: (database?.cpuTime() ?? 0) - databaseBefore,
    };
  };
  progress("warming up");
  for (const name of names) await runOnce(sides[name], WARM_UP_SECONDS);
  for (let round = 1; round <= ROUNDS; round += 1) {
    progress(`round ${round} of ${ROUNDS}`);
    for (const name of names) rounds[name].push(await runOnce(sides[name], SECONDS));
  }
  return Object.fromEntries(names.map((name) => [name, summarize(rounds[name])])) as Record<Name, Load>;
}

/** Sends requests from a separate process, and returns the result. */
async function runLoad(job: LoadJob): Promise<LoadResult> {
  const child = fork("bench/load/generator.ts", {
    serialization: "advanced",
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  // The last message may come after the process has exited, but not after its channel has closed.
  const ended = once(child, "close").then(() => undefined);
  child.send(job);
  const result = await Promise.race([once(child, "message").then(([message]) => message as LoadResult), ended]);
  if (!result) throw new Error("the load generator failed");
  await ended;
  return result;
}

function summarize(rounds: Round[]): Load {
  const requests = sum(rounds.map((round) => round.requests));
  const seconds = sum(rounds.map((round) => round.seconds));
  const latencies = rounds.flatMap((round) => round.latencies);
  const ownCpu = sum(rounds.map(({ ownMs }) => ownMs)) / requests;
  const databaseCpu = sum(rounds.map(({ databaseMs }) => databaseMs)) / requests;
  return {
    ownCpu,
    databaseCpu,
    bothCpu: ownCpu + databaseCpu,
    perSecond: requests / seconds,
    median: median(latencies),
    p99: percentile(latencies, 0.99),
    generatorLoad: sum(rounds.map(({ cpuMs }) => cpuMs)) / 1000 / seconds,
  };
}

/** A row of the table without a goal. */
export const shown = (what: string, ours: number, reference?: number): Row => ({
  what,
  ours: milliseconds(ours),
  ...(reference !== undefined && { reference: milliseconds(reference), ratio: ours / reference }),
  goal: "",
  isMet: true,
});

/** The rows of a request's CPU time. None has a goal yet. */
export const cpuRows = (ours: Load, reference?: Load): [own: Row, database: Row, both: Row] => [
  shown("CPU of a request, our process", ours.ownCpu, reference?.ownCpu),
  shown("CPU of a request, PostgreSQL", ours.databaseCpu, reference?.databaseCpu),
  shown("CPU of a request, both", ours.bothCpu, reference?.bothCpu),
];

/** A row whose ratio has a goal. */
export const ratioAtMost = (row: Row, most: number, words = `≤ ${most} ×`): Row => ({
  ...row,
  goal: words,
  isMet: (row.ratio ?? Number.NaN) <= most,
});

export const generatorNote = (loads: Record<string, Load>) =>
  `The load generator used ${Object.entries(loads)
    .map(([name, { generatorLoad }]) => `${Math.round(generatorLoad * 100)} % of a core (${name})`)
    .join(", ")}.`;
