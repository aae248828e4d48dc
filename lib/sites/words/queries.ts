import { db } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { SiteWords } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/where.ts";

/** Returns a site's texts by language. Throws `not_found` for the site. */
export async function listWords(scope: OwnerScope, siteId: string): Promise<SiteWords[]> {
  const site = await db().site.findFirst({
    where: ownSite(scope, siteId),
    select: { words: { orderBy: { language: "asc" } } },
  });
  if (!site) throw new AppError("not_found");
  return site.words;
}
