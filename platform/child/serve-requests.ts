import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { OOM_SCORE } from "./oom-score.ts";
import type { ChildRequest, ChildResponse } from "./run-in-child.ts";

const CHECK_MS = 20;
const PRIORITY = 10;

/**
 * Serves the requests of `childRunner`, one at a time, in a process without settings, secrets or connections. The process ends on
 * its own if a request takes too much memory or processor time. What `run` throws becomes the reason that the input was rejected for.
 */
export function serveRequests<Q, R>(memoryMax: number, run: (request: Q) => Promise<R>): void {
  giveWay();
  const limitCpu = watchLimits(memoryMax);
  process.on("message", ({ request, cpuMs }: ChildRequest<Q>) => {
    limitCpu(cpuMs);
    void respond(run, request).then((response) => process.send?.(response));
  });
  // They're sent to all processes of a service that's stopped. This one ends with its parent, so that no input seems broken.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
  process.on("disconnect", () => process.exit(0));
}

// The service comes first when memory or the processor is short.
function giveWay(): void {
  try {
    setPriority(PRIORITY);
    writeFileSync(OOM_SCORE, "1000");
  } catch {
    // Not Linux, or not allowed.
  }
}

function watchLimits(memoryMax: number): (cpuMs: number) => void {
  let cpuEndsAt = Number.POSITIVE_INFINITY;
  const cpuNow = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  };
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryMax || cpuNow() > cpuEndsAt) process.exit(1);
  }, CHECK_MS).unref();
  return (cpuMs) => {
    cpuEndsAt = cpuNow() + cpuMs;
  };
}

async function respond<Q, R>(run: (request: Q) => Promise<R>, request: Q): Promise<ChildResponse<R>> {
  try {
    return { result: await run(request) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}
