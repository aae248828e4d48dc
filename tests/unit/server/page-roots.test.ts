import { expect, test } from "@playwright/test";
import { openPageRoots } from "../../../server/http/page-roots.ts";

test("only a path whose first segment is no page's, route's or public file's is unknown", () => {
  const isUnknown = openPageRoots();
  const known = ["", "login", "login/x", "w/1/inbox", "inbox/1", "settings", "sites/1", "api/auth", "demo", "icon.svg"];
  known.push("favicon.ico", "icons/192.png", "manifest.webmanifest", "widget.js", "offline", "_next/x", "docs");
  const unknown = ["wp-admin", "no/such/page", ".env", "index.php", "-", "(auth)", "Login", "page.tsx.map"];
  expect(known.filter((path) => isUnknown(path.split("/")))).toEqual([]);
  expect(unknown.filter((path) => !isUnknown(path.split("/")))).toEqual([]);
});
