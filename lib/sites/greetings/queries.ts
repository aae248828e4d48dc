import { db } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Greeting } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/where.ts";

/** Returns a site's greetings in their order. Throws `not_found` for the site. */
export async function listGreetings(scope: OwnerScope, siteId: string): Promise<Greeting[]> {
  const site = await db().site.findFirst({
    where: ownSite(scope, siteId),
    select: { greetings: { orderBy: [{ position: "asc" }, { id: "asc" }] } },
  });
  if (!site) throw new AppError("not_found");
  return site.greetings;
}

/** Returns one greeting of a site. Throws `not_found`. */
export async function getGreeting(
  scope: OwnerScope,
  { siteId, greetingId }: { siteId: string; greetingId: string },
): Promise<Greeting> {
  const greeting = await db().greeting.findFirst({ where: { id: greetingId, site: ownSite(scope, siteId) } });
  if (!greeting) throw new AppError("not_found");
  return greeting;
}
