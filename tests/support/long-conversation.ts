import { addMessages } from "./added-messages.ts";
import { newOwnerWithSite, openWidget, start } from "./factories.ts";
import { sql } from "./stored-rows.ts";

const APART_MS = 10_000;

/**
 * An owner's conversation of so many messages, "Line 1." to the last, ten seconds apart and every fifth of them the owner's, all
 * of them read.
 */
export async function longConversation(count: number) {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Line 1.", { name: "Ana" });
  const end = Date.now();
  const timeOf = (line: number) => new Date(end - (count - line) * APART_MS);
  await sql("UPDATE messages SET created_at = $2 WHERE conversation_id = $1", [id, timeOf(1)]);
  const lines = Array.from({ length: count - 1 }, (_, index) => index + 2);
  await addMessages(sql, {
    [id]: lines.map((line) => ({
      body: `Line ${line}.`,
      from: line % 5 === 0 ? ("owner" as const) : ("visitor" as const),
      at: timeOf(line),
    })),
  });
  await sql(
    `UPDATE conversations SET owner_read_seq = last_seq, visitor_read_seq = last_seq, owner_unread_count = 0,
       visitor_unread_count = 0
     WHERE id = $1`,
    [id],
  );
  return { owner, site, visitor, id };
}
