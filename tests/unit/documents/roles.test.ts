import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { VISIBLE } from "#lib/base/access/queries.ts";
import { declaredBy } from "#routes/declared-routes.ts";
import { mayRefuse } from "#routes/endpoint.ts";
import { rolesDocument } from "../../../server/documents/roles-document.ts";
import { loadRoutes } from "../../../server/http/api-router.ts";

test("docs/roles.md is what npm run docs writes, so it isn't stale", async () => {
  expect(readFileSync("docs/roles.md", "utf8")).toBe(await rolesDocument());
});

test("every path parameter of a route that may refuse a role can be looked up, so a refusal knows what's visible", async () => {
  const unknown = (await loadRoutes()).flatMap(({ pattern, handlers }) => {
    const declared = Object.values(declaredBy(handlers) ?? {});
    const refuses = declared.some((one) => one.caller === "owner" && "role" in one && mayRefuse(one.role));
    const parameters = refuses ? [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name) : [];
    return parameters.filter((name) => !(name in VISIBLE)).map((name) => `${pattern}: ${name}`);
  });
  expect(unknown).toEqual([]);
});
