import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { writeStatusMails } from "#lib/notify/mail/queries/account-mails.system.ts";
import {
  forgetGoneHosts,
  type Look,
  markTold,
  storeFinding,
  takeDueChecks,
  takeKnownChecks,
} from "#lib/notify/status/findings.system.ts";
import { listOperators } from "#lib/notify/status/operators.system.ts";
import { transaction } from "#platform/database/database.ts";
import { logFailure } from "#platform/failure-log.ts";
import { repeatWork } from "#platform/jobs/repeated-work.ts";
import { log } from "#platform/log.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import type { Check } from "./check.ts";
import { CHECKS } from "./checks.ts";
import { storeSample } from "./samples.ts";
import { shareTraffic } from "./traffic-counts.ts";
import { reasonOf } from "./words.ts";

const LOOK_EVERY_MS = 60_000;
// An unreachable mail server takes half a minute to find out.
const LONGEST_LOOK_MS = 50_000;

/** Checks the service each minute, stores what it found, and tells the operators. Several processes share the work. */
export class StatusWatch {
  readonly #checks: readonly Check[];
  readonly #host: string;
  readonly #pending = new Set<Check>();

  /** `roles` is what this process does: it serves, runs jobs, or both. */
  constructor(roles: { web: boolean; jobs: boolean }) {
    this.#checks = CHECKS.filter(({ by }) => by === undefined || roles[by]);
    // Another process of the host may have another version or secret.
    this.#host = roles.web ? hostname() : `${hostname()} (jobs)`;
  }

  /**
   * Runs until the signal. It begins with what's about the settings, and with the rest after a minute, because what was left from
   * before is done first.
   */
  async run(signal: AbortSignal): Promise<void> {
    await this.lookAtSettings(signal).catch((error: unknown) =>
      logFailure(error, "could not check the service's settings; will look again"),
    );
    await pause(LOOK_EVERY_MS, undefined, { ref: false, signal }).catch(() => undefined);
    await repeatWork(
      "status",
      {
        everyMs: LOOK_EVERY_MS,
        work: (stopped) => this.look(stopped),
        failure: "could not check the service's status",
      },
      signal,
    );
  }

  /** Looks again at what's about the settings. What's known of it may be about those before a restart. */
  async lookAtSettings(signal: AbortSignal): Promise<void> {
    const checks = this.#checks.filter(({ isOfSettings }) => isOfSettings);
    const due = await takeKnownChecks(this.#looksOf(checks));
    await Promise.all(due.map((look) => this.#lookAt(look, signal)));
  }

  /** Looks at what's due, and tells what has changed. */
  async look(signal: AbortSignal): Promise<void> {
    await shareTraffic();
    // One that hangs, as on a network disk that's gone, would take a thread with each look.
    const due = await takeDueChecks(this.#looksOf(this.#checks.filter((check) => !this.#pending.has(check))));
    await Promise.all(due.map((look) => this.#lookAt(look, signal)));
    if (signal.aborted) return;
    await this.#tell();
    await forgetGoneHosts();
  }

  #looksOf(checks: readonly Check[]) {
    return checks.map(({ name, isOfHost, everySeconds }) => ({ name, host: isOfHost ? this.#host : "", everySeconds }));
  }

  async #lookAt(look: Look, signal: AbortSignal): Promise<void> {
    const check = this.#checks.find(({ name }) => name === look.name);
    if (!check || signal.aborted) return;
    this.#pending.add(check);
    const within = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_LOOK_MS)]);
    const found = check.find(within).finally(() => this.#pending.delete(check));
    const finding = await explain(found, within);
    if (signal.aborted) return;
    for (const sample of finding.samples ?? []) await storeSample(sample);
    await storeFinding(look, finding);
  }

  async #tell(): Promise<void> {
    const told = await transaction(async (tx) => {
      const changed = await markTold(tx);
      if (changed.length > 0 && isMailOn()) await writeStatusMails(tx, await listOperators(tx));
      return changed;
    });
    for (const { name, isFailing, says } of told) {
      if (isFailing) log().error({ check: name, says }, "a check of the service fails");
      else log().info({ check: name, says }, "a check of the service is fine again");
    }
  }
}

/** Starts checking the service in this process. */
export function startStatusWatch(roles: { web: boolean; jobs: boolean }): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const done = new StatusWatch(roles).run(stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

type Found = Awaited<ReturnType<Check["find"]>> & { isUnknown: boolean };

/** Returns what a check finds. One that can't look is a warning, which operators aren't emailed about. */
export async function explain(found: ReturnType<Check["find"]>, signal: AbortSignal): Promise<Found> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new Error("it took too long"));
  signal.addEventListener("abort", stop, { once: true });
  try {
    return { ...(await Promise.race([found, late])), isUnknown: false };
  } catch (error) {
    return { state: "warning", says: `It couldn't be checked: ${reasonOf(error)}.`, isUnknown: true };
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
