import { sizeWords } from "#platform/size-words.ts";
import { print } from "../process/console.ts";

export type Progress =
  | { step: "copying"; table: string; rows: number; of: number }
  | { step: "files"; files: number; bytes: number }
  | { step: "indexing" | "comparing" };

const EVERY_MS = 5_000;

/** Prints progress: each step, how much of a table every few seconds, and when a table is complete. */
export function reportProgress(report = print): (progress: Progress) => void {
  let reported = "";
  let reportedAt = 0;
  return (progress) => {
    const what = progress.step === "copying" ? `table ${progress.table}` : progress.step;
    const isWhole = progress.step === "copying" && progress.rows === progress.of;
    if (what === reported && !isWhole && performance.now() - reportedAt < EVERY_MS) return;
    reported = what;
    reportedAt = performance.now();
    report(wordsFor(progress));
  };
}

function wordsFor(progress: Progress): string {
  if (progress.step === "files") {
    return `Files done: ${progress.files.toLocaleString("en")} (${sizeWords(progress.bytes)})`;
  }
  if (progress.step !== "copying") return progress.step === "indexing" ? "Creating the indexes" : "Comparing";
  return `Copying the table ${progress.table}: ${progress.rows.toLocaleString("en")} of ${progress.of.toLocaleString("en")} rows`;
}
