import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { declaredBy } from "#routes/declared-routes.ts";
import { describeApi } from "#routes/document/api-document.ts";
import type { ApiDocument } from "#routes/document/openapi.ts";
import { loadRoutes } from "../http/api-router.ts";
import { projectRoot } from "../launch/project-root.mjs";

/** Builds the API document from the declarations of all routes. */
export async function currentApiDocument(): Promise<ApiDocument> {
  const { version } = JSON.parse(await readFile(join(projectRoot, "package.json"), "utf8"));
  const declared = (await loadRoutes()).flatMap(({ segments, handlers }) => {
    const endpoints = declaredBy(handlers);
    return endpoints ? [{ segments, endpoints }] : [];
  });
  return describeApi(declared, version);
}
