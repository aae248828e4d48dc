import { sql } from "./stored-rows.ts";

/**
 * Conversations of one message each on a site, the newest first, each a minute older than the one above it; written into the
 * tables, because starting them would take minutes. Returns their ids in that order.
 */
export async function manyConversations(siteId: string, bodies: readonly string[]): Promise<string[]> {
  const rows = await sql(
    `WITH texts AS (
       SELECT body, rank, gen_random_uuid() AS id, gen_random_uuid() AS visitor_id,
         now() - interval '1 hour' - rank * interval '1 minute' AS at
       FROM unnest($2::text[]) WITH ORDINALITY AS t (body, rank)
     ), v AS (
       INSERT INTO visitors (id, site_id, workspace_id, created_at, updated_at)
       SELECT visitor_id, s.id, s.workspace_id, at, at FROM texts, sites s WHERE s.id = $1
     ), c AS (
       INSERT INTO conversations (
         id, workspace_id, site_id, visitor_id, last_seq, visitor_read_seq, owner_unread_count, last_message_at,
         last_message_preview, created_at, updated_at
       )
       SELECT texts.id, s.workspace_id, s.id, visitor_id, 1, 1, 1, at, body, at, at FROM texts, sites s WHERE s.id = $1
     ), m AS (
       INSERT INTO messages (id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at)
       SELECT gen_random_uuid(), texts.id, s.workspace_id, 1, 'visitor', visitor_id, body, at
       FROM texts, sites s WHERE s.id = $1
     )
     SELECT id FROM texts ORDER BY rank`,
    [siteId, bodies],
  );
  return rows.map(({ id }) => String(id));
}
