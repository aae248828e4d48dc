import { runCommand } from "./command.ts";
import { oneFailed, onePassed, type Tally } from "./tally.ts";

type Check = { name: string; program: string; args: string[] };

const TYPES: Check[] = [{ name: "Type check", program: "typescript/bin/tsc", args: ["--noEmit"] }];
const STYLE: Check[] = [
  { name: "Lint", program: "@biomejs/biome/bin/biome", args: ["check", "--error-on-warnings"] },
  { name: "Knip", program: "knip/bin/knip.js", args: [] },
];

/** Checks the types, those that a build writes too: nothing may be built meanwhile. Counts as a test, as each check does. */
export const checkTypes = (tally: Tally, signal: AbortSignal) => runChecks(TYPES, tally, signal);

/** Checks the rest that can be checked without running it. */
export const checkStyle = (tally: Tally, signal: AbortSignal) => runChecks(STYLE, tally, signal);

async function runChecks(checks: Check[], tally: Tally, signal: AbortSignal): Promise<void> {
  for (const { name, program, args } of checks) {
    await tally.step(name, async () => {
      const { code, output } = await runCommand(process.execPath, [`node_modules/${program}`, ...args], { signal });
      return code === 0 ? { counts: onePassed } : { counts: oneFailed, output };
    });
    signal.throwIfAborted();
  }
}
