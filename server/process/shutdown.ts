import { setTimeout as pause } from "node:timers/promises";
import { printError } from "./console.ts";

const LONGEST_STEP_MS = 4_000;

type Step = { what: string; close: () => Promise<void> };

/** Closes what was opened, in reverse order. A step that fails or hangs doesn't keep the others from running. */
export class Shutdown {
  readonly #steps: Step[] = [];

  add(what: string, close: () => Promise<void>): void {
    this.#steps.push({ what, close });
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) await runStep(step);
  }
}

async function runStep({ what, close }: Step): Promise<void> {
  const late = new AbortController();
  const timeout = pause(LONGEST_STEP_MS, "late", { ref: false, signal: late.signal }).catch(() => undefined);
  try {
    if ((await Promise.race([close(), timeout])) === "late")
      printError(`Closing ${what} is taking too long; continuing.`);
  } catch (error) {
    printError(`Closing ${what} failed: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    late.abort();
  }
}
