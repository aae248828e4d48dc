import type { CaseResult, Figure } from "../case.ts";
import { factor } from "./number-words.ts";

/** A case as it came out, or why it did not. */
export type Outcome = { title: string; result?: CaseResult; error?: string; seconds: number };

const HEAD = ["Case", "Figure", "Ours", "Reference", "Ratio", "Goal", ""];

const verdict = ({ goal, isMet }: Figure) => (goal === "" ? "" : isMet ? "met" : "**missed**");

function rowsOf({ title, result, error }: Outcome): string[][] {
  if (!result) return [[title, `failed: ${error ?? "no reason given"}`, "", "", "", "", "**failed**"]];
  return result.figures.map((figure, at) => [
    at === 0 ? title : "",
    figure.what,
    figure.ours,
    figure.reference ?? "",
    figure.ratio === undefined ? "" : factor(figure.ratio),
    figure.goal,
    verdict(figure),
  ]);
}

const cell = (text: string) => text.replaceAll("|", "\\|").replace(/\s+/g, " ");

/** The table of all results, in Markdown that also reads well on a terminal. */
export function resultTable(outcomes: Outcome[]): string {
  const rows = [HEAD, ...outcomes.flatMap(rowsOf)].map((row) => row.map(cell));
  const widths = HEAD.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}
