import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { VisitorScope } from "../access/scopes.ts";

/** Whether the visitor's row is there: an unverified one's comes with their first message, and any may be erased. */
export async function isVisitorStored(scope: VisitorScope): Promise<boolean> {
  const rows = await query(Prisma.sql`
    SELECT FROM visitors WHERE id = ${scope.visitorId}::uuid AND site_id = ${scope.siteId}::uuid`);
  return rows.length > 0;
}
