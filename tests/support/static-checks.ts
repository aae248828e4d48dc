import { runCommand } from "./command.ts";
import { oneFailed, onePassed, type Tally } from "./tally.ts";

type Check = { name: string; program: string; args: string[] };

const CHECKS: Check[] = [
  { name: "Type check", program: "typescript/bin/tsc", args: ["--noEmit"] },
  { name: "Lint", program: "@biomejs/biome/bin/biome", args: ["check", "--error-on-warnings"] },
  { name: "Knip", program: "knip/bin/knip.js", args: [] },
];

/** Checks the code without running it. Each check counts as one test. */
export async function runStaticChecks(tally: Tally, signal: AbortSignal): Promise<void> {
  for (const { name, program, args } of CHECKS) {
    await tally.step(name, async () => {
      const { code, output } = await runCommand(process.execPath, [`node_modules/${program}`, ...args], { signal });
      return code === 0 ? { counts: onePassed } : { counts: oneFailed, output };
    });
    signal.throwIfAborted();
  }
}
