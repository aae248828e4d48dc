import { setTimeout as pause } from "node:timers/promises";
import { memoryOf } from "../measure/process-tree.ts";
import { startClients } from "./start-clients.ts";
import type { StreamToOpen } from "./words.ts";

const WARM_UP = 500;
const SETTLE_MS = 8000;

type Server = { pid: number; port: number };

/** How much a server grows by each open stream. It has had some before, so that what is loaded once does not count. */
export async function memoryPerStream({ pid, port }: Server, streams: StreamToOpen[]): Promise<number> {
  await using clients = startClients();
  await clients.perform({ kind: "open", port, streams: streams.slice(0, WARM_UP) });
  await clients.perform({ kind: "close" });
  await pause(SETTLE_MS);
  const before = memoryOf(pid);
  await clients.perform({ kind: "open", port, streams });
  await pause(SETTLE_MS);
  return (memoryOf(pid) - before) / streams.length;
}
