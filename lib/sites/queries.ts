import { db } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Site } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";

export type { Site };

/** Returns the workspace's sites, oldest first. */
export function listSites(scope: OwnerScope): Promise<Site[]> {
  return db().site.findMany({
    where: { workspaceId: scope.workspaceId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

/** Returns one site of the workspace. Throws `not_found`. */
export async function getSite(scope: OwnerScope, siteId: string): Promise<Site> {
  const site = await db().site.findFirst({ where: { id: siteId, workspaceId: scope.workspaceId } });
  if (!site) throw new AppError("not_found");
  return site;
}
