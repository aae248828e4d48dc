import { fork } from "node:child_process";
import { once } from "node:events";
import { cpuTime } from "../measure/process-tree.ts";
import { median, percentile, sum } from "../measure/statistics.ts";
import type { LoadJob, LoadResult } from "./job.ts";

export type Server = { pid: number; port: number };

export type LoadFigures = {
  cpuPerRequest: number;
  perSecond: number;
  median: number;
  p99: number;
  /** The generator's share of one core. */
  generatorLoad: number;
};

type Side = { server: Server; requests: string[] };
type Comparison = {
  ours: Side;
  reference: Side;
  load: Omit<LoadJob, "port" | "requests" | "seconds">;
  progress(words: string): void;
};

const ROUNDS = 4;
const SECONDS = 4;
const WARM_UP_SECONDS = 3;

type Round = LoadResult & { serverMs: number };

/** Puts the same load on ours and on the reference in turn, several times, after a warm-up of each. */
export async function compareUnderLoad({ ours, reference, load, progress }: Comparison) {
  const rounds: { ours: Round[]; reference: Round[] } = { ours: [], reference: [] };
  const runOnce = async ({ server, requests }: Side, seconds: number): Promise<Round> => {
    const before = cpuTime(server.pid);
    const result = await runLoad({ ...load, port: server.port, requests, seconds });
    return { ...result, serverMs: cpuTime(server.pid) - before };
  };
  progress("warming up");
  await runOnce(ours, WARM_UP_SECONDS);
  await runOnce(reference, WARM_UP_SECONDS);
  for (let round = 1; round <= ROUNDS; round += 1) {
    progress(`round ${round} of ${ROUNDS}`);
    rounds.ours.push(await runOnce(ours, SECONDS));
    rounds.reference.push(await runOnce(reference, SECONDS));
  }
  return { ours: summarize(rounds.ours), reference: summarize(rounds.reference) };
}

function summarize(rounds: Round[]): LoadFigures {
  const requests = sum(rounds.map((round) => round.requests));
  const seconds = sum(rounds.map((round) => round.seconds));
  const latencies = rounds.flatMap((round) => round.latencies);
  return {
    cpuPerRequest: sum(rounds.map(({ serverMs }) => serverMs)) / requests,
    perSecond: requests / seconds,
    median: median(latencies),
    p99: percentile(latencies, 0.99),
    generatorLoad: sum(rounds.map(({ cpuMs }) => cpuMs)) / 1000 / seconds,
  };
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
