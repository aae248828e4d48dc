import { say } from "../say.ts";
import type { Progress } from "./copy-database.ts";

const EVERY_MS = 5_000;

/** Tells the operator how far it is: each step, and every few seconds how much of a table. */
export function tellProgress(): (progress: Progress) => void {
  let told = "";
  let toldAt = 0;
  return (progress) => {
    const what = progress.step === "copying" ? progress.table : progress.step;
    if (what === told && performance.now() - toldAt < EVERY_MS) return;
    told = what;
    toldAt = performance.now();
    say(wordsFor(progress));
  };
}

function wordsFor(progress: Progress): string {
  if (progress.step !== "copying") return progress.step === "indexing" ? "Making the indexes" : "Comparing";
  return `Copying ${progress.table}: ${progress.rows.toLocaleString("en")} of ${progress.of.toLocaleString("en")} rows`;
}
