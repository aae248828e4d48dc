import { newOwnerWithSite, openWidget, start } from "./factories.ts";
import { sql } from "./stored-rows.ts";

/**
 * An owner's conversation of so many messages, "Line 1." to the last, ten seconds apart and every fifth of them the owner's;
 * written into the tables, because sending them would take minutes.
 */
export async function longConversation(count: number) {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "Line 1.", { name: "Ana" });
  await sql(
    `INSERT INTO messages (id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at)
    SELECT gen_random_uuid(), $1, (SELECT workspace_id FROM conversations WHERE id = $1), line, CASE WHEN line % 5 = 0 THEN 'owner' ELSE 'visitor' END,
      CASE WHEN line % 5 = 0 THEN $2::uuid ELSE $3::uuid END, 'Line ' || line || '.',
      now() - (($4::int - line) * interval '10 seconds')
    FROM generate_series(2, $4::int) AS line`,
    [conversationId, owner.user.id, visitor.visitorId, count],
  );
  await sql(
    `UPDATE messages SET created_at = now() - ($2::int * interval '10 seconds') WHERE conversation_id = $1 AND seq = 1`,
    [conversationId, count],
  );
  await sql(
    `UPDATE conversations SET last_seq = $2::int, owner_read_seq = $2::int, visitor_read_seq = $2::int,
      owner_unread_count = 0, visitor_unread_count = 0, last_message_at = now(), last_message_preview = 'Line ' || $2::int || '.' WHERE id = $1`,
    [conversationId, count],
  );
  return { owner, site, visitor, id: conversationId };
}
