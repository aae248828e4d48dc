import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { VisitorScope } from "../access/scopes.ts";

/** Throws `not_accepted` if the visitor is blocked. Callers ask only if they found nothing. */
export async function refuseBlocked({ visitorId }: VisitorScope): Promise<void> {
  const [blocked] = await query(Prisma.sql`
    SELECT FROM visitors WHERE id = ${visitorId}::uuid AND blocked_at IS NOT NULL`);
  if (blocked) throw new AppError("not_accepted");
}
