import { db, queryPrepared } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Site } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/where.ts";
import { siteRows } from "./statements.ts";

export type { Site };

/** Returns the workspace's sites, oldest first. */
export const listSites = (scope: OwnerScope): Promise<Site[]> => queryPrepared<Site>(siteRows(scope));

/** Returns one site of the workspace. Throws `not_found`. */
export async function getSite(scope: OwnerScope, siteId: string): Promise<Site> {
  const site = await db().site.findFirst({ where: ownSite(scope, siteId) });
  if (!site) throw new AppError("not_found");
  return site;
}
