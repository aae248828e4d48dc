import { fork } from "node:child_process";
import { once } from "node:events";
import type { Results, Task } from "./words.ts";

type Reply = { result?: unknown; error?: string };

/** Starts a process that plays clients. */
export function startClients() {
  const child = fork("bench/streams/clients.ts", { serialization: "advanced" });
  const ended = once(child, "exit").then((): Reply => ({ error: "the clients' process ended" }));
  const perform = async <K extends Task["kind"]>(task: Task & { kind: K }): Promise<Results[K]> => {
    const reply = once(child, "message").then(([message]) => message as Reply);
    child.send(task);
    const { result, error } = await Promise.race([reply, ended]);
    if (error !== undefined) throw new Error(error);
    return result as Results[K];
  };
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { perform, [Symbol.asyncDispose]: stop };
}
