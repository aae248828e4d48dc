import { randomUUID } from "node:crypto";
import { insertRows, type Run } from "./insert-rows.ts";

/*
 * Conversations and messages written into the tables, because sending thousands would take minutes.
 */

const MANY = 500;

type AddedMessage = { body: string; from?: "visitor" | "owner"; at?: Date };

/** Adds messages to conversations, after those they have, and returns their ids. The conversations' rows stay locked. */
export async function addMessages(run: Run, added: Record<string, AddedMessage[]>): Promise<string[]> {
  const ids = Object.keys(added);
  const places = await run(
    `SELECT c.id, c.last_seq AS seq, c.visitor_id AS visitor, w.owner_id AS owner
     FROM conversations c JOIN workspaces w ON w.id = c.workspace_id WHERE c.id = ANY($1::uuid[]) FOR NO KEY UPDATE OF c`,
    [ids],
  );
  const rows = places.flatMap((place) =>
    (added[String(place.id)] ?? []).map(({ body, from = "visitor", at = new Date() }, index) => {
      const seq = Number(place.seq) + index + 1;
      return { conversation_id: place.id, seq, sender_type: from, sender_id: place[from], body, created_at: at };
    }),
  );
  const inserted = await insertRows(run, "messages", rows);
  // Without statistics, PostgreSQL reads all messages once for each of them.
  if (rows.length >= MANY) await run("ANALYZE messages");
  await run(
    `UPDATE conversations c SET last_seq = m.seq, last_message_at = m.created_at, last_message_preview = left(m.body, 140),
       updated_at = greatest(c.updated_at + interval '1 millisecond', m.created_at),
       owner_unread_count = count_messages(c.id, 'visitor', c.owner_read_seq, m.seq),
       visitor_unread_count = count_messages(c.id, 'owner', c.visitor_read_seq, m.seq)
     FROM messages m
     WHERE c.id = ANY($1::uuid[]) AND m.conversation_id = c.id
       AND m.seq = (SELECT max(seq) FROM messages WHERE conversation_id = c.id)`,
    [ids],
  );
  // The trigger takes several messages at once for one.
  await run(
    `UPDATE conversations c SET last_message_by = m.sender_type,
       waiting_since = CASE WHEN c.status = 'open' AND NOT c.is_spam AND m.sender_type = 'visitor'
         AND counts_as_waiting(c.visitor_id) THEN waiting_since_of(c.id, c.opened_seq) END,
       waiting_seq = CASE WHEN c.status = 'open' AND NOT c.is_spam AND m.sender_type = 'visitor'
         AND counts_as_waiting(c.visitor_id) THEN waiting_seq_of(c.id, c.opened_seq) END,
       first_reply_at = (SELECT min(created_at) FROM messages WHERE conversation_id = c.id AND sender_type = 'owner')
     FROM messages m WHERE c.id = ANY($1::uuid[]) AND m.conversation_id = c.id AND m.seq = c.last_seq`,
    [ids],
  );
  return inserted.map(({ id }) => String(id));
}

/** Adds conversations with messages to a site, each of a visitor of its own, and returns their ids in that order. */
export async function addConversations(run: Run, siteId: string, conversations: AddedMessage[][]): Promise<string[]> {
  const made = conversations.map((messages) => {
    const [id, visitor_id, at = new Date()] = [randomUUID(), randomUUID(), messages[0]?.at];
    return { id, visitor_id, times: { created_at: at, updated_at: at }, messages };
  });
  await insertRows(
    run,
    "visitors",
    made.map(({ visitor_id, times }) => ({ id: visitor_id, site_id: siteId, ...times })),
  );
  await insertRows(
    run,
    "conversations",
    made.map(({ id, visitor_id, times }) => ({ id, visitor_id, ...times })),
  );
  await addMessages(run, Object.fromEntries(made.map(({ id, messages }) => [id, messages])));
  return made.map(({ id }) => id);
}
