import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { openPageRoots } from "../../../server/http/page-roots.ts";
import { testEnvironment } from "../../support/environment.ts";

test("only a path whose first segment is no page's, route's or public file's is unknown", () => {
  const { buildDir } = testEnvironment;
  const isUnknown = openPageRoots(buildDir);
  // The demo's icon has a name that the build makes.
  const routes: Record<string, string> = JSON.parse(readFileSync(`${buildDir}/app-path-routes-manifest.json`, "utf8"));
  const built = Object.values(routes).filter((route) => !route.startsWith("/_"));
  expect(built.some((route) => /^\/icon-\w+\.svg$/.test(route))).toBe(true);
  expect(built.filter((route) => isUnknown(route.slice(1).split("/")))).toEqual([]);
  const known = [
    "",
    "login",
    "login/x",
    "w/1/inbox",
    "inbox/1",
    "reports",
    "settings",
    "sites/1",
    "api/auth",
    "demo",
    "icon.svg",
  ];
  known.push("favicon.ico", "icons/192.png", "manifest.webmanifest", "widget.js", "offline", "_next/x", "docs");
  const unknown = ["wp-admin", "no/such/page", ".env", "index.php", "-", "(auth)", "Login", "page.tsx.map"];
  expect(known.filter((path) => isUnknown(path.split("/")))).toEqual([]);
  expect(unknown.filter((path) => !isUnknown(path.split("/")))).toEqual([]);
});
