import { countMessage } from "#lib/desk/messages/count-statements.ts";
import type { MessageKind } from "#lib/desk/messages/kinds.ts";
import { newId } from "#platform/new-id.ts";
import type { Run } from "./insert-rows.ts";
import { sql } from "./stored-rows.ts";

/** The email that a message triggers, if its kind does. */
export const MAIL = { id: newId(), kind: "visitor_answer", delaySeconds: 0 } as const;

/** Stores a message of a kind as its statement does, without what's sent out, and returns its id. */
export async function storeMessage(
  kind: MessageKind,
  conversationId: string,
  { run = sql as Run, body = "Next" }: { run?: Run; body?: string } = {},
): Promise<string> {
  const id = newId();
  const sender = { type: kind, id: newId() };
  const { text, values } = countMessage({ id, sender, preview: body, mail: MAIL });
  const at = values.length;
  const away = kind === "automatic" ? "away_at = clock_timestamp()," : "";
  await run(
    `WITH conversation AS (
       UPDATE conversations c SET ${away} ${text} WHERE c.id = $${at + 1} RETURNING c.*
     )
     INSERT INTO messages (id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at)
     SELECT $${at + 2}::uuid, id, workspace_id, last_seq, $${at + 3}, $${at + 4}::uuid, $${at + 5}, clock_timestamp() FROM conversation`,
    [...values, conversationId, id, kind, sender.id, body],
  );
  return id;
}
