import { globSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { PROBLEM_KINDS } from "#platform/http/problem.ts";

const contract = readFileSync("docs/contract.md", "utf8");

test("docs/contract.md lists every route of the API", () => {
  const routes = globSync("app/**/route.ts")
    .map((path) => path.replace(/^app(.*)\/route\.ts$/, "$1").replace(/\[(\w+)\]/g, "{$1}"))
    .filter((route) => !route.startsWith("/api/auth"));
  expect(routes.length).toBeGreaterThan(50);
  const listed = [...contract.matchAll(/`(?:GET|POST|PATCH|PUT|DELETE) ([^\s`]+)/g)].map(([, route = ""]) => route);
  expect(routes.filter((route) => !listed.includes(route))).toEqual([]);
});

test("docs/contract.md lists every error code with its status, and no other", () => {
  const listed = [...contract.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, status, code]) => [
    code,
    Number(status),
  ]);
  const known = Object.entries(PROBLEM_KINDS).map(([code, { status }]) => [code, status]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(known));
});
