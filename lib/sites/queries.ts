import { db, queryPrepared } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma, type Site } from "#prisma-client";
import type { OwnerScope } from "../access/scopes.ts";

export type { Site };

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** All columns of a Site. */
const SITE_COLUMNS = Prisma.raw(
  Object.keys(Prisma.SiteScalarFieldEnum)
    .map((field) => `${columnOf(field)} AS "${field}"`)
    .join(", "),
);

/** Returns the workspace's sites, oldest first. Prepared, because each page of the inbox needs them. */
export const listSites = (scope: OwnerScope): Promise<Site[]> =>
  queryPrepared<Site>(Prisma.sql`
    SELECT ${SITE_COLUMNS} FROM sites WHERE workspace_id = ${scope.workspaceId}::uuid ORDER BY created_at, id`);

/** Returns one site of the workspace. Throws `not_found`. */
export async function getSite(scope: OwnerScope, siteId: string): Promise<Site> {
  const site = await db().site.findFirst({ where: { id: siteId, workspaceId: scope.workspaceId } });
  if (!site) throw new AppError("not_found");
  return site;
}
