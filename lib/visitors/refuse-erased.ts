import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { VisitorScope } from "../access/scopes.ts";

/**
 * Throws `unauthenticated` where a visitor was erased, or the account behind their site. For those who found nothing: whoever
 * finds something need not ask.
 */
export async function refuseErased({ visitorId, siteId }: VisitorScope): Promise<void> {
  const [erased] = await query<{ id: string }>(Prisma.sql`
    SELECT id FROM deletions WHERE id = ${visitorId}::uuid
    UNION ALL
    SELECT workspace.id FROM deletions site JOIN deletions workspace ON workspace.id = site.workspace_id
    WHERE site.id = ${siteId}::uuid`);
  if (erased) throw new AppError("unauthenticated");
}
