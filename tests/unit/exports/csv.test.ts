import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { csvLine } from "#lib/data/exports/csv-file.ts";
import { anyLetter } from "../../support/any-letter.ts";
import { parseCsv, withoutGuards } from "../../support/csv.ts";

for (const formula of [
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\tx",
  "\rx",
  "\nx",
  " =1",
  '"=1',
  "＝1",
  "＋1",
  "－1",
  "＠A",
  "\uFE661",
  "\uFE621",
  "\uFE631",
  "\uFE6BA",
  "\u200B=1",
  "\u2060\u200D+1",
  "\u200E\u00AD-1",
  "\uFEFF@A",
  " \u200B \u3164=1",
  '=HYPERLINK("http://x")',
]) {
  test(`${JSON.stringify(formula)} becomes text that no spreadsheet runs (G3)`, () => {
    expect(parseCsv(csvLine([formula]))).toEqual([[`'${formula}`]]);
  });
}

/** The cells that Excel sees where its list separator is a semicolon, for a file that was written with commas. */
function cellsSplitAtSemicolons(file: string): string[] {
  return file.split(/\r\n|[\r\n\t;]/).map((cell) => cell.replace(/^(?:[\s"]|\p{Cf}|\p{DI})+/u, ""));
}

for (const text of [
  'hello;=HYPERLINK("http://evil.example")',
  "x\n=1+1",
  "x\r\n=1+1",
  "x\r@SUM(A1)",
  "x\t+1",
  "a;b; -1;c",
  'a;"=1+1"',
  "a;\u00a0=1",
  "a;\n\t;=1",
  "a;＝1",
  "a;'\n=1",
  "a;\uFE661",
  "a;\u200B=1",
  "x\n \u2060\uFE621",
]) {
  test(`${JSON.stringify(text)} contains no formula for a spreadsheet that splits at semicolons, tabs or line breaks`, () => {
    const cells = cellsSplitAtSemicolons(csvLine(["message", text, "end"]));
    expect(cells.filter((cell) => /^[=+\-@＝＋－＠\uFE66\uFE62\uFE63\uFE6B]/.test(cell))).toEqual([]);
  });
}

test("other cells stay unchanged", () => {
  const cells = [
    "",
    "a=1",
    "1-1",
    "'quoted'",
    'say "hi"',
    "a,b",
    "two\r\nlines",
    "two\nlines",
    "日本 😀",
    "a; b",
    "a-b;c=d",
    7,
  ];
  expect(parseCsv(csvLine(cells))).toEqual([cells.map(String)]);
});

test("any text is kept: without the apostrophes before formulas, it's what was written", () => {
  const hostile = fc.string({
    unit: fc.constantFrom("'", "=", "-", ";", "\t", "\r", "\n", " ", '"', ",", "x", "＝", "\uFE62", "\u200B"),
  });
  const cell = fc.oneof(fc.string({ unit: anyLetter }), hostile);
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      const [line = []] = parseCsv(csvLine(cells));
      expect(line.map(withoutGuards)).toEqual(cells);
    }),
    { numRuns: 1_000 },
  );
});
