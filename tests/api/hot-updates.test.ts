import { expect, test } from "@playwright/test";
import { addConversations } from "../support/added-messages.ts";
import { query, scratchDatabase } from "../support/database.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { insertRows } from "../support/insert-rows.ts";

// What a message changes in its conversation, within its quarter of an hour.
const MESSAGE = `
  last_seq = last_seq + 1, last_message_at = last_message_at, last_message_preview = 'x', updated_at = clock_timestamp()`;
const FROM_VISITOR = `${MESSAGE}, owner_unread_count = owner_unread_count + 1`;
const REPLY = `${MESSAGE}, owner_read_seq = last_seq + 1, owner_unread_count = 0, visitor_unread_count = visitor_unread_count + 1`;

test("a message writes to the indexes only if it begins or ends a visitor's turn", async () => {
  // With nothing else in the table, the page has space for each new version of the row.
  await using database = await scratchDatabase();
  const run = (text: string, values: unknown[] = []) => query(database.url, text, values);
  const [user] = await insertRows(run, "users", [{ email: "o@example.com" }]);
  const [workspace] = await insertRows(run, "workspaces", [{ owner_id: user?.id }]);
  const [site] = await insertRows(run, "sites", [{ workspace_id: workspace?.id, accent_color: "#000000" }]);
  const [id] = await addConversations(run, String(site?.id), [[{ body: "Hello" }]]);
  const changes: [change: string, isHot: boolean][] = [
    [FROM_VISITOR, true],
    [FROM_VISITOR, true],
    [REPLY, false],
    [REPLY, true],
    [REPLY, true],
    [FROM_VISITOR, false],
    [FROM_VISITOR, true],
    ["has_labels = true", true],
    ["note_seq = note_seq + 1, idle_since = clock_timestamp()", true],
    ["is_starred = true", false],
  ];
  await using held = await holdTransaction(database.url);
  const hotUpdates = async () => {
    const [row] = await held.run("SELECT pg_stat_get_xact_tuples_hot_updated('conversations'::regclass)::int AS hot");
    return Number(row?.hot);
  };
  for (const [change, isHot] of changes) {
    const before = await hotUpdates();
    await held.run(`UPDATE conversations SET ${change} WHERE id = $1`, [id]);
    expect((await hotUpdates()) - before, change).toBe(isHot ? 1 : 0);
  }
});
