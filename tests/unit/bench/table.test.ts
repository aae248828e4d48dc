import { expect, test } from "@playwright/test";
import type { Row } from "../../../bench/case.ts";
import { replaceBetweenMarkers } from "../../../bench/report/document.ts";
import { resultTable } from "../../../bench/report/table.ts";

const row: Row = { what: "CPU", ours: "4 ms", reference: "1 ms", ratio: 4, goal: "≤ 2 ×", isMet: false };

test("the table shows whether each row with a goal meets it, and nothing for others", () => {
  const rows = [row, { ...row, what: "time", isMet: true }, { ...row, what: "p99", goal: "" }];
  const lines = resultTable([{ title: "Send", result: { rows }, seconds: 1 }]).split("\n");
  expect(lines.slice(2).map((line) => line.split("|").map((cell) => cell.trim()))).toEqual([
    ["", "Send", "CPU", "4 ms", "1 ms", "4 ×", "≤ 2 ×", "**missed**", ""],
    ["", "", "time", "4 ms", "1 ms", "4 ×", "≤ 2 ×", "met", ""],
    ["", "", "p99", "4 ms", "1 ms", "4 ×", "", "", ""],
  ]);
});

test("a failed case stays in the table with its reason on one line", () => {
  const table = resultTable([{ title: "Send", error: "no |\n port", seconds: 1 }]);
  expect(table.split("\n")).toHaveLength(3);
  expect(table).toContain("failed: no \\| port");
});

test("a result replaces the last one, and leaves the text around it", () => {
  const begin = "<!-- bench: written by npm run bench -->";
  const end = "<!-- bench: end -->";
  const before = `# Title\n\n${begin}\nold\n${end}\n\nWords.\n`;
  expect(replaceBetweenMarkers(before, "\nnew\n")).toBe(`# Title\n\n${begin}\nnew\n${end}\n\nWords.\n`);
  expect(() => replaceBetweenMarkers("# Title\n", "new")).toThrow("markers");
});
