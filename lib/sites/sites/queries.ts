import { query, queryPrepared } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma, type Site } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownSite, ownSites } from "../../base/access/statements.ts";
import { SITE_COLUMNS } from "./statements.ts";

export type { Site };

/** Returns the workspace's sites, oldest first. Prepared, because each page of the inbox needs them. */
export const listSites = (scope: OwnerScope): Promise<Site[]> =>
  queryPrepared<Site>(Prisma.sql`
    SELECT ${SITE_COLUMNS} FROM sites s WHERE ${ownSites(scope)} ORDER BY s.created_at, s.id`);

/** Returns one site of the workspace. Throws `not_found`. */
export async function getSite(scope: OwnerScope, siteId: string): Promise<Site> {
  const [site] = await query<Site>(Prisma.sql`SELECT ${SITE_COLUMNS} FROM sites s WHERE ${ownSite(scope, siteId)}`);
  if (!site) throw new AppError("not_found");
  return site;
}
