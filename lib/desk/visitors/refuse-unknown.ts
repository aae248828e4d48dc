import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { VisitorScope } from "../../base/access/scopes.ts";
import { wasErasedWithAccount } from "../../base/access/statements.ts";

/**
 * Throws `unauthenticated` if the visitor, or the account behind their site, was erased, and `not_accepted` if the
 * visitor is blocked. Callers ask only if they found nothing.
 */
export async function refuseUnknownVisitor({ visitorId, siteId }: VisitorScope): Promise<void> {
  const [row] = await query<{ isErased: boolean; isBlocked: boolean }>(Prisma.sql`
    SELECT
      EXISTS (SELECT FROM deletions WHERE id = ${visitorId}::uuid) OR ${wasErasedWithAccount(Prisma.sql`${siteId}::uuid`)} AS "isErased",
      EXISTS (SELECT FROM visitors WHERE id = ${visitorId}::uuid AND blocked_at IS NOT NULL) AS "isBlocked"`);
  if (row?.isErased) throw new AppError("unauthenticated");
  if (row?.isBlocked) throw new AppError("not_accepted");
}
