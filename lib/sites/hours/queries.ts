import { db } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { SiteHours } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/where.ts";

/** Returns a site's hours, or null if it has none. Throws `not_found` for the site. */
export async function getHours(scope: OwnerScope, siteId: string): Promise<SiteHours | null> {
  const site = await db().site.findFirst({ where: ownSite(scope, siteId), select: { hours: true } });
  if (!site) throw new AppError("not_found");
  return site.hours;
}
