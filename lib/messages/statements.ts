import { v7 as uuid } from "uuid";
import { Prisma } from "#prisma-client";
import { previewOf } from "./rules.ts";

/** The columns of a MessageRow, of a table or statement called `m`. */
export const MESSAGE_COLUMNS = Prisma.sql`
  m.id, m.conversation_id AS "conversationId", m.seq, m.sender_type AS "senderType", m.sender_id AS "senderId",
  m.body, m.created_at AS "createdAt"`;

/**
 * What one more message changes in its conversation, `c`, as part of an UPDATE: that locks the row, so `seq` is given out
 * and the clock read by one writer after the other.
 */
export const countMessage = (body: string) => Prisma.sql`
  last_seq = c.last_seq + 1,
  last_message_at = greatest(c.last_message_at, clock_timestamp()),
  last_message_preview = ${previewOf(body)},
  updated_at = clock_timestamp()`;

type Sender = { type: "visitor" | "owner"; id: string };

/** The end of a statement that stores a message in the one row of `conversation` (id, last_seq, last_message_at). */
export const storeMessage = (sender: Sender, body: string) => Prisma.sql`
  m AS (
    INSERT INTO messages (id, conversation_id, seq, sender_type, sender_id, body, created_at)
    SELECT ${uuid()}::uuid, id, last_seq, ${sender.type}, ${sender.id}::uuid, ${body}, last_message_at
    FROM conversation
    RETURNING *
  )
  SELECT ${MESSAGE_COLUMNS} FROM m`;
