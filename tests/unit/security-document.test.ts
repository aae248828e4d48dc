import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";

const NAMED_TEST = /`((?:api|e2e|unit)\/[\w./-]+)`/g;

test("every test that docs/security.md names is there, so that no promise rests on one that is gone", () => {
  const rows = readFileSync("docs/security.md", "utf8").split("\n");
  const named = rows.flatMap((row) => [...row.matchAll(NAMED_TEST)].map(([, name = ""]) => name));
  expect(named.length).toBeGreaterThan(20);
  const isThere = (name: string) => existsSync(`tests/${name}.test.ts`) || existsSync(`tests/${name}`);
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});
