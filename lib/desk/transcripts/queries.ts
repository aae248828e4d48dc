import { query } from "#platform/database/database.ts";
import { Prisma } from "#prisma-client";
import type { VisitorScope } from "../../base/access/scopes.ts";
import { ownConversation } from "../../base/access/statements.ts";

/** Returns the page that the visitor last wrote from, without its query string and fragment. Null if it isn't known. */
export async function pageOf(scope: VisitorScope, conversationId: string): Promise<string | null> {
  const [row] = await query<{ pageUrl: string | null }>(Prisma.sql`
    SELECT c.page_url AS "pageUrl" FROM conversations c WHERE ${ownConversation(scope, conversationId)}`);
  return row?.pageUrl?.replace(/[?#].*$/s, "") ?? null;
}
