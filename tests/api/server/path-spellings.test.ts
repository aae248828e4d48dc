import { expect, test } from "@playwright/test";
import { routePaths } from "../../../server/http/api-router.ts";
import { PATH_DETOURS } from "../../support/path-detours.ts";
import { sendRaw } from "../../support/raw-http.ts";

const paths = routePaths().map(
  ({ segments }) =>
    `/${segments.map((segment) => (segment.startsWith("[") ? crypto.randomUUID() : segment)).join("/")}`,
);

async function outcomeOf(method: string, path: string): Promise<string> {
  const { status, body } = await sendRaw(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return `${status} ${body.startsWith("{") ? JSON.parse(body).code : "another body"}`;
}

for (const detour of PATH_DETOURS) {
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
