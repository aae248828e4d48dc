import { randomUUID } from "node:crypto";
import { sql } from "./stored-rows.ts";

/** Stores a message as a process would that is killed before it tells anybody. */
export async function storeUntold(id: string, senderType: "owner" | "visitor" = "owner"): Promise<void> {
  await sql(
    `WITH c AS (
       UPDATE conversations SET last_seq = last_seq + 1, updated_at = clock_timestamp(),
         owner_unread_count = owner_unread_count + CASE WHEN $3 = 'visitor' THEN 1 ELSE 0 END,
         visitor_unread_count = visitor_unread_count + CASE WHEN $3 = 'owner' THEN 1 ELSE 0 END
       WHERE id = $1 RETURNING *
     )
     INSERT INTO messages (id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at)
     SELECT $2, id, workspace_id, last_seq, $3, visitor_id, 'Message ' || last_seq, now() FROM c`,
    [id, randomUUID(), senderType],
  );
}
