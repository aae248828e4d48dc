import { db } from "#platform/database/database.ts";
import type { VisitorScope } from "../../base/access/scopes.ts";

/** Where a conversation goes on, and what it replied to. */
export type TranscriptFrame = { page: string | null; greeting: string | null };

/**
 * Returns the page that the visitor last wrote from, without its query string and fragment, and the greeting that they replied to.
 * Null for what isn't known.
 */
export async function frameOf({ visitorId, siteId }: VisitorScope, conversationId: string): Promise<TranscriptFrame> {
  const where = { id: conversationId, visitorId, siteId };
  const found = await db().conversation.findFirst({ where, select: { pageUrl: true, greeting: true } });
  return { page: found?.pageUrl?.replace(/[?#].*$/s, "") ?? null, greeting: found?.greeting ?? null };
}
