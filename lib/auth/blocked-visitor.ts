import { Prisma } from "#prisma-client";
import { query } from "../db.ts";
import { AppError } from "../errors.ts";
import type { VisitorScope } from "./scopes.ts";

/** Throws `not_accepted` where the visitor is blocked. For those who found nothing: whoever finds something need not ask. */
export async function refuseBlocked({ visitorId }: VisitorScope): Promise<void> {
  const [blocked] = await query(Prisma.sql`
    SELECT FROM visitors WHERE id = ${visitorId}::uuid AND blocked_at IS NOT NULL`);
  if (blocked) throw new AppError("not_accepted");
}
