import { randomUUID } from "node:crypto";
import { sql } from "./stored-rows.ts";

/** Stores a message as a process would that is killed before it tells anybody. */
export async function storeUntold(id: string, senderType: "owner" | "visitor" = "owner"): Promise<void> {
  await sql(
    `WITH c AS (
       UPDATE conversations SET last_seq = last_seq + 1, updated_at = clock_timestamp() WHERE id = $1 RETURNING *
     )
     INSERT INTO messages (id, conversation_id, seq, sender_type, sender_id, body, created_at)
     SELECT $2, id, last_seq, $3, visitor_id, 'Message ' || last_seq, now() FROM c`,
    [id, randomUUID(), senderType],
  );
}
