import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../server/http/free-port.ts";
import { listenOverflows } from "../measure/listen-overflows.ts";
import { cpuTime, processTree } from "../measure/process-tree.ts";
import { percentile } from "../measure/statistics.ts";
import type { MeasuredDatabase } from "../world/measured-database.ts";
import { startOurs } from "../world/servers.ts";
import { latenciesOf } from "./latencies.ts";
import type { StreamPeople } from "./people.ts";
import { probeInbox } from "./probe.ts";
import { startClients } from "./start-clients.ts";
import { startCrowd } from "./start-crowd.ts";
import { sharedNow } from "./words.ts";

const SECONDS = 20;
// Opens connections and lets the engines compile what they run often.
const WARM_UP_SECONDS = 3;
const SETTLE_MS = 5_000;
// While all come back, so that there's something to miss.
const PER_SECOND_MEANWHILE = 20;
const MEANWHILE_S = 10;

type Crowd = {
  database: MeasuredDatabase;
  people: StreamPeople;
  processes: number;
  perSecond: number;
  progress: (words: string) => void;
};

/** Measures messages to all streams, and how all of them come back after a restart. */
export async function measureCrowd({ database, people, processes, perSecond, progress }: Crowd) {
  await using stack = new AsyncDisposableStack();
  const port = await freePort("127.0.0.1");
  const settings = { PORT: String(port), WEB_CONCURRENCY: String(processes), RATE_LIMITS: "on" };
  const start = () => startOurs(database.url, settings);
  let service = stack.use(await start());
  progress(`opening ${people.streams.length} streams`);
  const openedAt = performance.now();
  const crowd = stack.use(await startCrowd(port, people.streams));
  const openMs = performance.now() - openedAt;
  await pause(SETTLE_MS);
  const largestShare = largestShareOf(service.pid);

  const restart = async () => {
    const returning = crowd.allBack();
    await service.stop();
    service = stack.use(await start());
    return { returning, readyAt: sharedNow(), cpuAtStart: [cpuTime(service.pid), database.cpuTime()] as const };
  };

  progress("restarting under all of them, while nothing else happens");
  const quiet = await restart();
  await quiet.returning;
  const quietReturnMs = (database.cpuTime() - quiet.cpuAtStart[1]) / people.streams.length;

  const sender = stack.use(startClients());
  progress(`${perSecond} messages a second for ${SECONDS} s`);
  const load = { kind: "send", port, perSecond, senders: people.senders } as const;
  await sender.perform({ ...load, seconds: WARM_UP_SECONDS });
  await database.settle();
  const cpuBefore = [cpuTime(service.pid), database.cpuTime()] as const;
  const sent = await sender.perform({ ...load, seconds: SECONDS });
  const latencies = await latenciesOf(sent.sentAt, crowd.heard);
  await database.settle();
  const cores = [cpuTime(service.pid) - cpuBefore[0], database.cpuTime() - cpuBefore[1]].map(
    (ms) => ms / 1000 / sent.seconds,
  );

  progress("restarting under all of them, with messages");
  const overflowsBefore = listenOverflows();
  const { returning, readyAt, cpuAtStart } = await restart();
  const [owner] = people.streams;
  const stopProbe = probeInbox(service.baseUrl, owner?.token ?? "");
  const meanwhile = await sender.perform({ ...load, perSecond: PER_SECOND_MEANWHILE, seconds: MEANWHILE_S });
  const returned = await returning;
  const returnCpuMs = cpuTime(service.pid) - cpuAtStart[0];
  const returnDatabaseMs = database.cpuTime() - cpuAtStart[1];
  const inbox = await stopProbe();
  const heardMeanwhile = await latenciesOf(meanwhile.sentAt, crowd.heard);
  const backMs = returned.backAt.map((at) => at - readyAt);
  return {
    openMs,
    largestShare,
    sent: sent.sentAt.length + sent.failures,
    latencies,
    cores,
    backMs: Math.max(...backMs),
    backMedianMs: percentile(backMs, 0.5),
    returned,
    /** PostgreSQL's CPU for each client that came back while nothing else happened. */
    quietReturnMs,
    returnCpuMs,
    returnDatabaseMs,
    overflows: listenOverflows() - overflowsBefore,
    inboxSlowestMs: Math.max(...inbox.times),
    sendSlowestMs: meanwhile.slowestMs,
    failures: inbox.failures + meanwhile.failures,
    missed: meanwhile.sentAt.length - heardMeanwhile.length,
  };
}

// Of all open files of a service's processes, the share of the one that has most.
function largestShareOf(pid: number): number {
  const counts = processTree(pid).map((one) => readdirSync(`/proc/${one.pid}/fd`).length);
  return Math.max(...counts) / counts.reduce((total, count) => total + count, 0);
}
