import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { routePaths } from "../../../server/api-router.ts";

function routesOf(files: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "site-inbox-routes-"));
  try {
    for (const file of files) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), "");
    }
    return routePaths(folder).map(({ segments }) => `/${segments.join("/")}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("finds route files at any depth, and leaves groups out of their path as Next does", () => {
  const found = routesOf(["sites/route.ts", "sites/[siteId]/route.ts", "(auth)/auth/login/route.ts", "a/b/c/route.ts"]);
  expect(new Set(found)).toEqual(new Set(["/sites", "/sites/[siteId]", "/auth/login", "/a/b/c"]));
});

test("leaves pages alone, and next-auth's own route, which needs Next around it", () => {
  expect(routesOf(["(dashboard)/inbox/page.tsx", "api/auth/[...nextauth]/route.ts", "sites/route.tsx"])).toEqual([]);
});

test("finds every route that spec.md names", () => {
  const found = routePaths().map(({ segments }) => `/${segments.join("/")}`);
  for (const path of [
    "/public/conversations",
    "/public/conversations/[conversationId]/messages",
    "/public/widget-session",
    "/sites",
    "/sites/[siteId]",
    "/sites/[siteId]/test-message",
    "/conversations",
  ]) {
    expect(found).toContain(path);
  }
});
