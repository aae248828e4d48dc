import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../server/free-port.ts";
import { openThrowawayDatabase } from "../../tests/support/throwaway-database.ts";
import type { BenchCase } from "../case.ts";
import { cpuTime, memoryOf } from "../measure/process-tree.ts";
import { median, percentile } from "../measure/statistics.ts";
import { bytes, milliseconds } from "../report/number-words.ts";
import { startClients } from "../streams/start-clients.ts";
import type { Sender, StreamToOpen } from "../streams/words.ts";
import { newGuests, newShop } from "../world/people.ts";
import { startOurs, startReference } from "../world/servers.ts";

const OWNERS = 50;
const VISITORS_OF_EACH = 100;
const PER_SECOND = 200;
const SECONDS = 20;
const P99_GOAL_MS = 100;
const MEMORY_GOAL = 1.5;
const BACK_GOAL_MS = 10_000;
const WARM_UP = 500;
const SETTLE_MS = 8000;

export const streams: BenchCase = {
  name: "streams",
  title: `Event streams: ${OWNERS * VISITORS_OF_EACH} visitors and ${OWNERS} owners on one process, ${PER_SECOND} messages a second`,
  run: async (progress) => {
    await using stack = new AsyncDisposableStack();
    const database = stack.adopt(await openThrowawayDatabase({ durable: true }), ({ discard }) => discard());
    progress("making the people");
    const people = await makePeople(database.url);

    progress("memory of open streams, ours and the reference");
    const [ours, reference] = await measureMemory(database.url, people);

    const live = await measureLive(database.url, people, progress);
    const p99 = percentile(live.latencies, 0.99);
    const back = live.backMs;
    return {
      figures: [
        {
          what: "send to receipt, p99",
          ours: milliseconds(p99),
          goal: `≤ ${P99_GOAL_MS} ms`,
          isMet: p99 <= P99_GOAL_MS && live.heard === live.sent,
        },
        {
          what: "memory of a stream",
          ours: bytes(ours),
          reference: bytes(reference),
          ratio: ours / reference,
          goal: `≤ ${MEMORY_GOAL} ×`,
          isMet: ours / reference <= MEMORY_GOAL,
        },
        {
          what: "all back after a restart",
          ours: milliseconds(back),
          goal: `≤ ${BACK_GOAL_MS / 1000} s, no error`,
          isMet: back <= BACK_GOAL_MS && live.refusals.length === 0,
        },
      ],
      notes: [
        `${live.heard} of ${live.sent} messages were heard, ${(live.sent / live.seconds).toFixed(0)} a second, the median after ${milliseconds(median(live.latencies))}; the service used ${Math.round(live.load * 100)} % of a core.`,
        `After the restart ${live.refusals.length === 0 ? "no stream was refused" : `streams were refused: ${live.refusals.join(", ")}`}.`,
      ],
    };
  },
};

async function makePeople(databaseUrl: string): Promise<StreamPeople> {
  await using service = await startOurs(databaseUrl);
  return await makeStreamPeople(service.baseUrl, OWNERS, VISITORS_OF_EACH);
}

async function measureMemory(databaseUrl: string, { streams: all }: StreamPeople): Promise<[number, number]> {
  const measure = async (starting: Promise<AsyncDisposable & { pid: number; port: number }>) => {
    await using server = await starting;
    return await memoryPerStream(server, all);
  };
  return [await measure(startOurs(databaseUrl)), await measure(startReference("streams.ts"))];
}

async function measureLive(databaseUrl: string, people: StreamPeople, progress: (words: string) => void) {
  await using stack = new AsyncDisposableStack();
  const port = await freePort("127.0.0.1");
  const start = () => startOurs(databaseUrl, { PORT: String(port) });
  const service = stack.use(await start());
  const clients = stack.use(startClients());
  progress("opening all streams");
  await clients.perform({ kind: "open", port, streams: people.streams });
  progress(`${PER_SECOND} messages a second for ${SECONDS} s`);
  const cpuBefore = cpuTime(service.pid);
  const sent = await clients.perform({
    kind: "send",
    perSecond: PER_SECOND,
    seconds: SECONDS,
    senders: people.senders,
  });
  const load = (cpuTime(service.pid) - cpuBefore) / 1000 / sent.seconds;
  progress("restarting under all of them");
  const returned = clients.perform({ kind: "return" });
  await service.stop();
  stack.use(await start());
  const readyAt = Date.now();
  const { backAt, refusals } = await returned;
  return { ...sent, load, backMs: Math.max(0, backAt - readyAt), refusals };
}

type Server = { pid: number; port: number };

/** How much a server grows by each open stream. It has had some before, so that what is loaded once does not count. */
async function memoryPerStream({ pid, port }: Server, streams: StreamToOpen[]): Promise<number> {
  await using clients = startClients();
  await clients.perform({ kind: "open", port, streams: streams.slice(0, WARM_UP) });
  await clients.perform({ kind: "close" });
  await pause(SETTLE_MS);
  const before = memoryOf(pid);
  await clients.perform({ kind: "open", port, streams });
  await pause(SETTLE_MS);
  return (memoryOf(pid) - before) / streams.length;
}

type StreamPeople = { streams: StreamToOpen[]; senders: Sender[] };

/** Owners with visitors who have written: their streams, and how each of them sends. Half of the senders are owners. */
async function makeStreamPeople(baseUrl: string, owners: number, visitors: number): Promise<StreamPeople> {
  const streams: StreamToOpen[] = [];
  const senders: Sender[] = [];
  for (let owner = 0; owner < owners; owner += 1) {
    const shop = await newShop(baseUrl);
    streams.push({ path: "/events", token: shop.token, side: "owner" });
    for (const { token, conversationId } of await newGuests(baseUrl, shop.siteKey, visitors)) {
      streams.push({ path: "/public/events", token, side: "visitor" });
      senders.push(
        { path: `/public/conversations/${conversationId}/messages`, token, side: "visitor" },
        { path: `/conversations/${conversationId}/messages`, token: shop.token, side: "owner" },
      );
    }
  }
  return { streams, senders };
}
