import { fork } from "node:child_process";
import { once } from "node:events";
import type { LoadJob, LoadResult } from "./job.ts";

/** Sends requests from a separate process, and returns the result. */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
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
