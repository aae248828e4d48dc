import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { csvLine } from "#lib/exports/csv.ts";
import { parseCsv } from "../../support/csv.ts";

for (const formula of [
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "＝1",
  "＋1",
  "－1",
  "＠A",
  '=HYPERLINK("http://x")',
]) {
  test(`makes ${JSON.stringify(formula)} a text that no spreadsheet runs (G3)`, () => {
    expect(parseCsv(csvLine([formula]))).toEqual([[`'${formula}`]]);
  });
}

test("leaves other cells as they are, so that nothing is lost where it is read by a program", () => {
  const cells = ["", "a=1", "1-1", "'quoted'", 'say "hi"', "a,b", "two\r\nlines", "two\nlines", "日本 😀", 7];
  expect(parseCsv(csvLine(cells))).toEqual([cells.map(String)]);
});

test("keeps any text whole, but for the apostrophe before a formula", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (cells) => {
      const [line = []] = parseCsv(csvLine(cells));
      expect(line.map((cell, at) => (cell === cells[at] ? cell : cell.replace(/^'/, "")))).toEqual(cells);
    }),
  );
});
