import { setTimeout as wait } from "node:timers/promises";
import { logFailure } from "../failure-log.ts";
import { processWide } from "../process-wide.ts";

type Name =
  | "alerts"
  | "away texts"
  | "backups"
  | "bulk changes"
  | "digests"
  | "file removal"
  | "hours"
  | "jobs"
  | "missing alerts"
  | "reactions"
  | "scheduled replies"
  | "snoozes"
  | "status"
  | "thumbnails"
  | "turns";

type Repeated<Result> = {
  everyMs: number;
  work: (signal: AbortSignal) => Promise<Result>;
  /** After how many ms it's repeated, if that depends on its result. */
  pauseMs?: (result: Result) => number;
  /** What the log says if it throws. */
  failure: string;
};

const waking = processWide("repeated work", () => new Map<Name, () => void>());

/** Repeats work at once, if this process runs it. Processes that aren't woken see what there is to do when it's next repeated. */
export const wakeWork = (name: Name): void => waking().get(name)?.();

/** Repeats work that finds out what there is to do, every so often and when it's woken, until the signal. */
export async function repeatWork<Result>(
  name: Name,
  { everyMs, work, pauseMs, failure }: Repeated<Result>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const woken = Promise.withResolvers<void>();
    // Before the work, which may have looked already.
    waking().set(name, woken.resolve);
    const ms = await work(signal).then(
      (result) => pauseMs?.(result) ?? everyMs,
      (error: unknown) => {
        if (!signal.aborted) logFailure(error, failure);
        return everyMs;
      },
    );
    const pause = new AbortController();
    const either = AbortSignal.any([signal, pause.signal]);
    await Promise.race([woken.promise, wait(ms, undefined, { ref: false, signal: either }).catch(() => undefined)]);
    pause.abort();
  }
}
