import { db } from "#platform/database/database.ts";
import type { VisitorScope } from "../../base/access/scopes.ts";

/** Returns the page that the visitor last wrote from, without its query string and fragment. Null if it isn't known. */
export async function pageOf({ visitorId, siteId }: VisitorScope, conversationId: string): Promise<string | null> {
  const where = { id: conversationId, visitorId, siteId };
  const conversation = await db().conversation.findFirst({ where, select: { pageUrl: true } });
  return conversation?.pageUrl?.replace(/[?#].*$/s, "") ?? null;
}
