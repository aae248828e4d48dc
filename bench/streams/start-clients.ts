import { fork } from "node:child_process";
import { once } from "node:events";
import type { Results, Task } from "./words.ts";

type Answer = { result?: unknown; error?: string };

/** Starts a process that plays clients. */
export function startClients() {
  const child = fork("bench/streams/clients.ts", { serialization: "advanced" });
  const ended = once(child, "exit").then((): Answer => ({ error: "the clients' process ended" }));
  const perform = async <K extends Task["kind"]>(task: Task & { kind: K }): Promise<Results[K]> => {
    const answered = once(child, "message").then(([message]) => message as Answer);
    child.send(task);
    const { result, error } = await Promise.race([answered, ended]);
    if (error !== undefined) throw new Error(error);
    return result as Results[K];
  };
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { perform, [Symbol.asyncDispose]: stop };
}
