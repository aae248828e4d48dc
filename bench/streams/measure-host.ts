import { readdirSync } from "node:fs";
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
import { type Sent, sharedNow } from "./words.ts";

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
  const cut = await crowd.cut();

  const killed = async (pids: number[]) => {
    const sending = sender.perform({ ...load, perSecond: PER_SECOND_MEANWHILE, seconds: MEANWHILE_S });
    const killedAt = sharedNow();
    for (const pid of pids) process.kill(pid, "SIGKILL");
    const most = await untilAllBack(crowd.cut);
    const backMs = sharedNow() - killedAt;
    const meanwhile = await sending;
    const { failures, missed } = await outcomeOf(meanwhile);
    return { cut: most, backMs, failures, missed, sendSlowestMs: meanwhile.slowestMs };
  };
  progress("killing one process");
  const oneKilled = await killed(servingProcesses(service.pid).slice(0, 1));
  progress("killing all of them");
  const allKilled = await killed(servingProcesses(service.pid));
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

/** Resolves once streams were cut and all are back, with the most that were cut at once. */
async function untilAllBack(cut: () => Promise<number>): Promise<number> {
  const started = performance.now();
  let most = 0;
  for (;;) {
    const now = await cut();
    most = Math.max(most, now);
    if (most > 0 && now === 0) return most;
    const passed = performance.now() - started;
    if (most === 0 && passed > CUT_WITHIN_MS) throw new Error("no stream was cut");
    if (passed > BACK_WITHIN_MS) throw new Error(`${now} streams weren't back after ten minutes`);
    await pause(LOOK_EVERY_MS);
  }
}

/** A service's processes that hold streams: those with far more open files than the one that started them. */
function servingProcesses(pid: number): number[] {
  const counted = processTree(pid).map((one) => ({ pid: one.pid, files: readdirSync(`/proc/${one.pid}/fd`).length }));
  const most = Math.max(...counted.map(({ files }) => files));
  return counted.filter(({ files }) => files > most / 4).map((one) => one.pid);
}
