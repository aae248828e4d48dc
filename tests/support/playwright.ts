import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { runCommand } from "./command.ts";
import { type Counts, oneFailed } from "./tally.ts";

const COUNTS_FILE = "test-results/counts.json";

/** Runs Playwright Test and answers what it counted. */
export async function runPlaywright(
  args: string[],
  env: Record<string, string | undefined>,
  signal: AbortSignal,
): Promise<Counts> {
  mkdirSync("test-results", { recursive: true });
  rmSync(COUNTS_FILE, { force: true });
  const cli = ["node_modules/@playwright/test/cli.js", "test", "--pass-with-no-tests", ...args];
  await runCommand(process.execPath, cli, { signal, env: { ...env, TEST_COUNTS_FILE: COUNTS_FILE }, shown: true });
  try {
    return JSON.parse(readFileSync(COUNTS_FILE, "utf8")) as Counts;
  } catch {
    return oneFailed;
  }
}
