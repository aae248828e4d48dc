import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";

const NAMED_TEST = /`((?:api|e2e|unit)\/[\w./-]+)`/g;
const NUMBERS = /^\| ((?:[A-H]\d+ ?)+)\|/;

const rows = readFileSync("docs/security.md", "utf8").split("\n");
const testsIn = (text: string) => [...text.matchAll(NAMED_TEST)].map(([, name = ""]) => name);

test("every test that docs/security.md names exists", () => {
  const named = rows.flatMap(testsIn);
  expect(named.length).toBeGreaterThan(20);
  const isThere = (name: string) => existsSync(`tests/${name}.test.ts`) || existsSync(`tests/${name}`);
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});

test("every number in docs/security.md is in the title of a test its row names, and the other way round", () => {
  const listed = rows.flatMap((row) => {
    const numbers = NUMBERS.exec(row)?.[1]?.trim().split(" ");
    if (!numbers) return [];
    const paths = testsIn(row).flatMap((name) => globSync([`tests/${name}.test.ts`, `tests/${name}/**/*.test.ts`]));
    const sources = paths.map((path) => readFileSync(path, "utf8"));
    return numbers.map((number) => ({ number, isHeld: sources.some((source) => numbersIn(source).includes(number)) }));
  });
  expect(listed.length).toBeGreaterThan(80);
  expect(listed.filter(({ isHeld }) => !isHeld)).toEqual([]);
  const everywhere = globSync("tests/{api,e2e,unit}/**/*.test.ts").flatMap((path) =>
    numbersIn(readFileSync(path, "utf8")),
  );
  const known = new Set(listed.map(({ number }) => number));
  expect([...new Set(everywhere)].filter((number) => !known.has(number))).toEqual([]);
});

// "(A13, A25)" at the end of a title.
function numbersIn(source: string): string[] {
  return [...source.matchAll(/\(([A-H]\d+(?:, [A-H]\d+)*)\)["`]/g)].flatMap(([, all = ""]) => all.split(", "));
}
