import { Reconciler } from "#lib/live/live-updates/reconciler.ts";
import { JobWorker } from "#platform/jobs/worker.ts";
import { LimitSync } from "#platform/limits/limit-sync.ts";
import { Bus } from "#platform/live/bus.ts";
import { StatusWatch } from "../../server/status/status-watch.ts";

/**
 * Mechanisms that back each other up, so that a test which only sees the outcome can't tell that one is missing. Each can be
 * silenced in a process of the tests, which proves that the other does its job alone.
 */
const SILENCE = {
  /** Publishing changes to the streams of this process and of the others. */
  publishing: () => {
    Bus.prototype.publish = () => undefined;
  },
  /** Hearing of changes in other processes, through PostgreSQL or Redis. */
  listening: () => {
    Bus.prototype.listening = () => Promise.resolve();
  },
  /** Looking for missed changes every few seconds. */
  reconciliation: () => {
    Reconciler.prototype.reconcile = () => Promise.resolve();
  },
  /** Waking the job workers of this process when a job is stored. */
  "the wake-up": () => {
    JobWorker.prototype.wake = () => undefined;
  },
  /** Polling for jobs every two seconds. */
  "the polling": () => {
    JobWorker.prototype.poll = () => Promise.resolve();
  },
  /** Checking the service each minute. */
  "the checks": () => {
    StatusWatch.prototype.look = StatusWatch.prototype.lookAtSettings = () => Promise.resolve();
  },
  /** Sharing the counts of limits with other processes. */
  "limit sharing": () => {
    LimitSync.prototype.note = () => undefined;
  },
};

export type Mechanism = keyof typeof SILENCE;

/** Silences these mechanisms in this process, before it serves anything. */
export function silence(mechanisms: string[]): void {
  for (const mechanism of mechanisms) SILENCE[mechanism as Mechanism]();
}
