import { sum } from "../measure/statistics.ts";
import { startClients } from "./start-clients.ts";
import type { Cut, Moment, Returned, StreamToOpen } from "./words.ts";

const CLIENTS_OF_EACH = 5_000;

/** Starts the clients of all these streams, spread evenly over processes, and opens the streams. */
export async function startCrowd(port: number, streams: StreamToOpen[]) {
  await using stack = new AsyncDisposableStack();
  const processes = Array.from({ length: Math.ceil(streams.length / CLIENTS_OF_EACH) }, () =>
    stack.use(startClients()),
  );
  await Promise.all(
    processes.map(({ perform }, at) =>
      perform({
        kind: "open",
        port,
        streams: streams.filter((_, number) => number % processes.length === at),
        fetches: true,
      }),
    ),
  );
  const all = stack.move();
  const heard = async () =>
    new Map((await Promise.all(processes.map(({ perform }) => perform({ kind: "heard" })))).flat() as Moment[]);
  const allBack = async () => together(await Promise.all(processes.map(({ perform }) => perform({ kind: "return" }))));
  const cut = async (): Promise<Cut> => {
    const parts = await Promise.all(processes.map(({ perform }) => perform({ kind: "cut" })));
    return { times: sum(parts.map(({ times }) => times)), away: sum(parts.map(({ away }) => away)) };
  };
  return { heard, allBack, cut, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

function together(parts: Returned[]): Returned {
  const errors: Record<string, number> = {};
  for (const part of parts)
    for (const [name, count] of Object.entries(part.errors)) errors[name] = (errors[name] ?? 0) + count;
  const total = (of: (part: Returned) => number) => sum(parts.map(of));
  return {
    backAt: parts.flatMap(({ backAt }) => backAt),
    attempts: total(({ attempts }) => attempts),
    deferred: total(({ deferred }) => deferred),
    gaveUp: total(({ gaveUp }) => gaveUp),
    errors,
  };
}
