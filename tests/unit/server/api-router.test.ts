import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { pathSegments, routePaths } from "../../../server/http/api-router.ts";
import { PATH_DETOURS } from "../../support/path-detours.ts";

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

test("route files are found at any depth, without route groups in their path, as in Next", () => {
  const found = routesOf(["sites/route.ts", "sites/[siteId]/route.ts", "(auth)/auth/login/route.ts", "a/b/c/route.ts"]);
  expect(new Set(found)).toEqual(new Set(["/sites", "/sites/[siteId]", "/auth/login", "/a/b/c"]));
});

test("pages are left to Next, and so is next-auth's own route", () => {
  expect(routesOf(["(dashboard)/inbox/page.tsx", "api/auth/[...nextauth]/route.ts", "sites/route.tsx"])).toEqual([]);
});

test("every route that spec.md names is found", () => {
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

for (const detour of PATH_DETOURS) {
  test(`every route's path behind ${detour} is rejected, since Next would find the route`, () => {
    for (const { segments } of routePaths()) expect(pathSegments(`${detour}/${segments.join("/")}`)).toBeNull();
  });
}

test("every route's path with a fragment is rejected, since Next would cut it off", () => {
  for (const { segments } of routePaths()) expect(pathSegments(`/${segments.join("/")}#/x`)).toBeNull();
});

test("each segment is decoded once, and the query is left out", () => {
  expect(pathSegments("/sites/%5Bid%5D/100%25/a..b/...?q=/../x")).toEqual(["sites", "[id]", "100%", "a..b", "..."]);
  expect(pathSegments("/sites/%ZZ")).toBeNull();
  expect(pathSegments("http://host/sites")).toBeNull();
});
