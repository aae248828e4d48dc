import { expect, test } from "@playwright/test";
import { logInPath, pathAfterLogIn } from "#components/api/log-in-path.ts";

for (const path of ["/settings/sites", "/inbox/1?status=closed&site=2"]) {
  test(`redirects to ${path} after login`, () => {
    const next = new URL(logInPath(path), "http://host").searchParams.get("next");
    expect(pathAfterLogIn(next)).toBe(path);
  });
}

const ELSEWHERE = [
  "//host",
  "/\\host",
  "/\t/host",
  "/\n\\host",
  "/.//host",
  "/a/%2e%2e//host",
  "https://host",
  "javascript:alert(1)",
  "inbox",
  "",
  null,
  ["/a"],
];

for (const next of ELSEWHERE) {
  test(`redirects to the inbox instead of ${JSON.stringify(next)}, which isn't a path of ours`, () => {
    expect(pathAfterLogIn(next)).toBe("/inbox");
  });
}
