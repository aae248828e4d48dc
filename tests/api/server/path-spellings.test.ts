import { expect, test } from "@playwright/test";
import { routePaths } from "../../../server/api-router.ts";
import { sendRaw } from "../../support/raw-http.ts";

const paths = routePaths().map(
  ({ segments }) =>
    `/${segments.map((segment) => (segment.startsWith("[") ? crypto.randomUUID() : segment)).join("/")}`,
);

const DETOURS = [
  "/api/auth/../..",
  "/api/auth/%2e%2e/%2E.",
  "/api/auth/..%2f..",
  "/api/auth/..%5c..",
  "/api/auth/..\\..",
  "/api/auth/%252e%252e/%25252e%25252e",
  "/_next/..",
  "/_next/%2e%2e",
  "/_next/static/../..",
  "/.",
  "/%2e",
  "/%00/..",
];

async function outcomeOf(method: string, path: string): Promise<string> {
  const { status, body } = await sendRaw(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return `${status} ${body.startsWith("{") ? JSON.parse(body).code : "another body"}`;
}

for (const detour of DETOURS) {
  test(`no route can be reached behind ${detour}, with any method`, async () => {
    for (const method of ["GET", "POST"]) {
      const outcomes = await Promise.all(paths.map((path) => outcomeOf(method, detour + path)));
      expect(new Set(outcomes), method).toEqual(new Set(["400 invalid_request"]));
    }
  });
}

test("no route can be reached with a fragment, which Next would cut off", async () => {
  for (const end of ["#", "#x", "#/../x"]) {
    const outcomes = await Promise.all(paths.map((path) => outcomeOf("GET", path + end)));
    expect(new Set(outcomes), end).toEqual(new Set(["400 invalid_request"]));
  }
});
