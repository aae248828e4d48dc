import { globSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { ONLY_IN_ALL } from "../../support/only-in-all.ts";

const files = globSync("{api,browsers,e2e,unit}/**/*.test.ts", { cwd: "tests" });
const sourceOf = (path: string) => readFileSync(`tests/${path}`, "utf8");

test("what only npm run test:all runs exists, and says what it proves", () => {
  expect(Object.keys(ONLY_IN_ALL).filter((path) => !files.includes(path))).toEqual([]);
  expect(Object.values(ONLY_IN_ALL).filter((proves) => proves.length < 20)).toEqual([]);
});

test("tests that only npm run test:all runs are tagged in files that npm test runs otherwise", () => {
  const tagged = files.filter((path) => /tag: (\[[^\]]*)?"@all"/.test(sourceOf(path)));
  expect(tagged.length).toBeGreaterThan(0);
  expect(tagged.filter((path) => path in ONLY_IN_ALL)).toEqual([]);
});

test("every other file of tests in a browser has a journey that npm test runs", () => {
  const usual = files.filter((path) => path.startsWith("e2e/") && !(path in ONLY_IN_ALL));
  const hasJourney = (path: string) => /tag: [^\n]*"@journey"(?!, "@all")/.test(sourceOf(path));
  expect(usual.filter((path) => !hasJourney(path))).toEqual([]);
});

test("axe checks some journeys in npm test", () => {
  const sources = files.filter((path) => path.startsWith("e2e/") && !(path in ONLY_IN_ALL)).map(sourceOf);
  expect(sources.some((source) => source.includes('tag: ["@journey", "@accessibility"]'))).toBe(true);
  expect(sources.filter((source) => /(?<!"@journey", )"@accessibility"/.test(source))).toEqual([]);
});
