import { buildIfChanged } from "../server/process/build.ts";
import { stopSignal } from "../server/process/stop-signal.ts";
import type { BenchCase } from "./case.ts";
import { CASES } from "./cases.ts";
import { loadAverage } from "./measure/machine.ts";
import { takeProfile } from "./measure/profile.ts";
import { isProfiling, isShort } from "./options.ts";
import { reportOf, writeDocument } from "./report/document.ts";
import { type Outcome, resultTable } from "./report/table.ts";

const BUILD = ".next";
const say = (words: string) => process.stdout.write(`${words}\n`);
const seconds = (since: number) => Math.round((performance.now() - since) / 1000);

function chosenCases(names: string[]): BenchCase[] {
  const unknown = names.filter((name) => !CASES.some((one) => one.name === name));
  if (unknown.length > 0) {
    throw new Error(`there is no case ${unknown.join(", ")}; there are ${CASES.map(({ name }) => name).join(", ")}`);
  }
  return CASES.filter(({ name, isLong }) => (names.length === 0 ? !isLong : names.includes(name)));
}

async function runCase({ name, title, run }: BenchCase): Promise<Outcome> {
  const started = performance.now();
  say(`${name}: ${title} (load average ${loadAverage()})`);
  try {
    const result = await run((words) => say(`  ${words}`));
    if (isProfiling)
      for (const { where, share } of takeProfile()) say(`  ${(share * 100).toFixed(1).padStart(5)} % ${where}`);
    return { title, result, seconds: seconds(started) };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return { title, error: error instanceof Error ? error.message : String(error), seconds: seconds(started) };
  }
}

// One that nobody awaited belongs to a case that has failed already; the others go on.
process.on("unhandledRejection", (reason) => process.stderr.write(`${String(reason)}\n`));
const started = performance.now();
const stop = stopSignal();
const names = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const cases = chosenCases(names);
const loadBefore = loadAverage();
await buildIfChanged(BUILD, stop);
process.env.TEST_BUILD_DIR = BUILD;
const outcomes: Outcome[] = [];
for (const one of cases) {
  stop.throwIfAborted();
  outcomes.push(await runCase(one));
}
say(`\n${resultTable(outcomes)}\n`);
for (const { result } of outcomes) for (const note of result?.notes ?? []) say(note);
// A part says nothing of the rest, so only a whole run is written down.
if (names.length === 0 && !isProfiling && !isShort)
  writeDocument(reportOf(outcomes, { seconds: seconds(started), loadBefore }));
process.exit(outcomes.every(({ result }) => result) ? 0 : 1);
