import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../server/http/free-port.ts";
import { cpuTime, memoryOf, processTree } from "../measure/process-tree.ts";
import { median, percentile } from "../measure/statistics.ts";
import type { MeasuredDatabase } from "../world/measured-database.ts";
import { startOurs } from "../world/servers.ts";
import { latenciesOf } from "./latencies.ts";
import type { StreamPeople } from "./people.ts";
import { startClients } from "./start-clients.ts";
import { startCrowd } from "./start-crowd.ts";
import { type Cut, type Sent, sharedNow } from "./words.ts";

const SETTLE_MS = 5_000;
const LOOK_EVERY_MS = 250;
const CUT_WITHIN_MS = 30_000;
const BACK_WITHIN_MS = 600_000;
// While all come back, so that there's something to miss.
const PER_SECOND_MEANWHILE = 20;
const MEANWHILE_S = 20;

type Host = {
  database: MeasuredDatabase;
  people: StreamPeople;
  processes: number;
  perSecond: number;
  seconds: number;
  progress: (words: string) => void;
};

/** Holds all streams while messages are sent, then kills one process under them, and then all. */
export async function measureHost({ database, people, processes, perSecond, seconds, progress }: Host) {
  await using stack = new AsyncDisposableStack();
  const port = await freePort("127.0.0.1");
  const settings = { PORT: String(port), WEB_CONCURRENCY: String(processes), RATE_LIMITS: "on" };
  const service = stack.use(await startOurs(database.url, settings));
  progress(`opening ${people.streams.length} streams`);
  const openedAt = performance.now();
  const crowd = stack.use(await startCrowd(port, people.streams));
  const openMs = performance.now() - openedAt;
  await pause(SETTLE_MS);
  const memory = memoryOf(service.pid);

  const sender = stack.use(startClients());
  const load = { kind: "send", port, senders: people.senders } as const;
  const outcomeOf = async ({ sentAt, failures }: Sent) => {
    const latencies = await latenciesOf(sentAt, crowd.heard);
    return { latencies, failures, sent: sentAt.length, missed: sentAt.length - latencies.length };
  };
  progress(`${perSecond} messages a second for ${seconds} s`);
  const before = [cpuTime(service.pid), database.cpuTime()] as const;
  const sent = await sender.perform({ ...load, perSecond, seconds });
  const cpuMs = (cpuTime(service.pid) - before[0]) / sent.seconds;
  const databaseMs = (database.cpuTime() - before[1]) / sent.seconds;
  const { latencies, ...steady } = await outcomeOf(sent);
  const { times: cut } = await crowd.cut();

  const killed = async (pids: number[]) => {
    const { times: before } = await crowd.cut();
    const sending = sender.perform({ ...load, perSecond: PER_SECOND_MEANWHILE, seconds: MEANWHILE_S });
    const killedAt = sharedNow();
    for (const pid of pids) process.kill(pid, "SIGKILL");
    const away = await untilAllBack(crowd.cut, before);
    const backMs = sharedNow() - killedAt;
    const meanwhile = await sending;
    const { failures, missed } = await outcomeOf(meanwhile);
    const { times: after } = await crowd.cut();
    return { cut: after - before, away, backMs, failures, missed, sendSlowestMs: meanwhile.slowestMs };
  };
  progress("killing one process");
  const oneKilled = await killed((await servingProcesses(service.pid, processes)).slice(0, 1));
  progress("killing all of them");
  const allKilled = await killed(await servingProcesses(service.pid, processes));
  return {
    openMs,
    memory,
    steady: {
      ...steady,
      cut,
      cpuMs,
      databaseMs,
      p99Ms: percentile(latencies, 0.99),
      medianMs: median(latencies),
      slowestMs: Math.max(...latencies),
    },
    oneKilled,
    allKilled,
  };
}

/** Resolves once more streams were cut than before and all are back, or after ten minutes. Returns how many are away then. */
async function untilAllBack(cut: () => Promise<Cut>, before: number): Promise<number> {
  const started = performance.now();
  for (;;) {
    const { times, away } = await cut();
    if (times > before && away === 0) return 0;
    const passed = performance.now() - started;
    if (times === before && passed > CUT_WITHIN_MS) throw new Error("no stream was cut");
    if (passed > BACK_WITHIN_MS) return away;
    await pause(LOOK_EVERY_MS);
  }
}

/** Waits until a service has all of its processes that serve, and returns their ids. */
async function servingProcesses(pid: number, count: number): Promise<number[]> {
  for (;;) {
    const serving = processTree(pid).filter((one) => one.parent === pid && commandOf(one.pid).includes("worker.ts"));
    if (serving.length === count) return serving.map((one) => one.pid);
    await pause(LOOK_EVERY_MS);
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
