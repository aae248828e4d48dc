import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { pathSegments, routePaths } from "../../../server/api-router.ts";

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

for (const detour of [
  "/api/auth/../..",
  "/api/auth/%2e%2e/%2E.",
  "/api/auth/..%2f..",
  "/api/auth/..%5c..",
  "/api/auth/..\\..",
  "/api/auth/%252e%252e/%25252e%25252e",
  "/_next/..",
  "/_next/%2e%2e",
  "/.",
  "/%2e",
  "/%00/..",
]) {
  test(`refuses every route's path behind ${detour}, because Next would find the route`, () => {
    for (const { segments } of routePaths()) expect(pathSegments(`${detour}/${segments.join("/")}`)).toBeNull();
  });
}

test("refuses every route's path with a fragment, which Next would cut off", () => {
  for (const { segments } of routePaths()) expect(pathSegments(`/${segments.join("/")}#/x`)).toBeNull();
});

test("decodes each segment once, and leaves the query out", () => {
  expect(pathSegments("/sites/%5Bid%5D/100%25/a..b/...?q=/../x")).toEqual(["sites", "[id]", "100%", "a..b", "..."]);
  expect(pathSegments("/sites/%ZZ")).toBeNull();
  expect(pathSegments("http://host/sites")).toBeNull();
});
