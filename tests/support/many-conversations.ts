import { addConversations } from "./added-messages.ts";
import { sql } from "./stored-rows.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/**
 * Conversations of one message each on a site, the newest first, each a minute older than the one above it. Returns their ids
 * in that order.
 */
export function manyConversations(siteId: string, bodies: readonly string[]): Promise<string[]> {
  const newest = Date.now() - HOUR_MS;
  return addConversations(
    sql,
    siteId,
    bodies.map((body, rank) => [{ body, at: new Date(newest - rank * MINUTE_MS) }]),
  );
}
