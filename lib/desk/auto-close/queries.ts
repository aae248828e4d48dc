import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { OwnerScope } from "../../base/access/scopes.ts";
import { ownSite } from "../../base/access/statements.ts";
import type { AutoCloseQuery, AutoCloseResponse } from "./schema.ts";
import { isIdle, isOfPeriod, LAST_ACTIVE } from "./statements.ts";

const COUNTED_MAX = 1_000;

/** Returns how many of a site's conversations a rule would close now. Throws `not_found`. */
export async function countIdle(
  scope: OwnerScope,
  siteId: string,
  { days, spares }: AutoCloseQuery,
): Promise<AutoCloseResponse["wouldClose"]> {
  const rule = { days: Prisma.sql`${days}::int`, spares: Prisma.sql`${spares}::text[]` };
  const idle = (more: Prisma.Sql) => Prisma.sql`(
    SELECT count(*)::int FROM (
      SELECT FROM conversations c WHERE c.site_id = s.id AND ${isOfPeriod(rule)} AND ${isIdle(rule)} ${more}
      LIMIT ${COUNTED_MAX}
    ) counted
  )`;
  const [row] = await query<AutoCloseResponse["wouldClose"]>(Prisma.sql`
    SELECT ${idle(Prisma.empty)} AS "all", CASE WHEN s.auto_close_days IS NULL THEN 0
      ELSE ${idle(Prisma.sql`AND ${LAST_ACTIVE} >= s.auto_close_since`)} END AS "sinceTurnedOn"
    FROM sites s WHERE ${ownSite(scope, siteId)}`);
  if (!row) throw new AppError("not_found");
  return row;
}
