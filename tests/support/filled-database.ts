import { query, type ScratchDatabase } from "./database.ts";

export const MESSAGES = 2_000;

/** Fills a database with one conversation, in which every message has a text of its own. */
export async function fill({ url }: ScratchDatabase): Promise<void> {
  await query(
    url,
    `WITH u AS (
       INSERT INTO users (id, email, email_key, password_hash, created_at, updated_at)
       VALUES (gen_random_uuid(), 'Ada@example.com', 'ada@example.com', 'x', now(), now()) RETURNING id
     ), w AS (
       INSERT INTO workspaces (id, owner_id, created_at) SELECT gen_random_uuid(), id, now() FROM u RETURNING id
     ), s AS (
       INSERT INTO sites (id, workspace_id, public_key, name, accent_color, welcome_message, created_at, updated_at)
       SELECT gen_random_uuid(), id, 'key', 'Shop', '#000000', 'Hi', now(), now() FROM w RETURNING id, workspace_id
     ), v AS (
       INSERT INTO visitors (id, site_id, workspace_id, created_at, updated_at)
       SELECT gen_random_uuid(), id, workspace_id, now(), now() FROM s RETURNING id, site_id, workspace_id
     ), c AS (
       INSERT INTO conversations (id, workspace_id, site_id, visitor_id, last_seq, last_message_at, last_message_preview,
         created_at, updated_at)
       SELECT gen_random_uuid(), workspace_id, site_id, id, ${MESSAGES}, now(), 'x', now(), now() FROM v RETURNING id, workspace_id
     )
     INSERT INTO messages (id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at)
     SELECT gen_random_uuid(), c.id, c.workspace_id, n, 'visitor', gen_random_uuid(),
       'Nr ' || n || E' \\\\N \\\\. \\ttab \\r\\n"quoted", Привет 日本 😀', now()
     FROM c, generate_series(1, ${MESSAGES}) AS n`,
  );
}
