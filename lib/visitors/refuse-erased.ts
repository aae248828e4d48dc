import { query } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { Prisma } from "#prisma-client";
import type { VisitorScope } from "../access/scopes.ts";

/**
 * Throws `unauthenticated` if the visitor, or the account behind their site, was erased. Callers ask only if they
 * found nothing.
 */
export async function refuseErased({ visitorId, siteId }: VisitorScope): Promise<void> {
  const [erased] = await query<{ id: string }>(Prisma.sql`
    SELECT id FROM deletions WHERE id = ${visitorId}::uuid
    UNION ALL
    SELECT workspace.id FROM deletions site JOIN deletions workspace ON workspace.id = site.workspace_id
    WHERE site.id = ${siteId}::uuid`);
  if (erased) throw new AppError("unauthenticated");
}
