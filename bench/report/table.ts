import type { CaseResult, Row } from "../case.ts";
import { factor } from "./number-words.ts";

/** A case as it came out, or why it did not. */
export type Outcome = { title: string; result?: CaseResult; error?: string; seconds: number };

const HEAD = ["Case", "Metric", "Ours", "Reference", "Ratio", "Goal", ""];

const verdict = ({ goal, isMet }: Row) => (goal === "" ? "" : isMet ? "met" : "**missed**");

function rowsOf({ title, result, error }: Outcome): string[][] {
  if (!result) return [[title, `failed: ${error ?? "no reason given"}`, "", "", "", "", "**failed**"]];
  return result.rows.map((row, at) => [
    at === 0 ? title : "",
    row.what,
    row.ours,
    row.reference ?? "",
    row.ratio === undefined ? "" : factor(row.ratio),
    row.goal,
    verdict(row),
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
