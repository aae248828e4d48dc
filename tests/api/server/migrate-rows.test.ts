import { rm } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { migrate } from "../../../server/database/migrate.ts";
import { query, scratchDatabase } from "../../support/database.ts";
import { migrationsBefore, OLD_ROWS } from "../../support/older-database.ts";

test("messages from before unread counts and search have both after the migration", async () => {
  await using database = await scratchDatabase("empty");
  const folder = await migrationsBefore("20261121120000_unread");
  try {
    await migrate(database.url, { folder });
    await query(database.url, OLD_ROWS);
    await migrate(database.url);
  } finally {
    await rm(folder, { recursive: true });
  }
  const counts = await query(
    database.url,
    `SELECT DISTINCT v.name, c.owner_unread_count AS owner, c.visitor_unread_count AS visitor
     FROM conversations c JOIN visitors v ON v.id = c.visitor_id ORDER BY 1`,
  );
  expect(counts).toEqual([
    { name: "Zoë 1", owner: 3, visitor: 0 },
    { name: "Zoë 2", owner: 1, visitor: 2 },
    { name: "Zoë 3", owner: 0, visitor: 0 },
  ]);
  const found = await query(
    database.url,
    `SELECT w.id,
       (SELECT count(*)::int FROM messages m
        WHERE search_vector(m.workspace_id, m.search_text) @@ search_query(w.id, ARRAY['GRUSSE'])) AS messages,
       (SELECT count(*)::int FROM visitors v
        WHERE search_vector(v.workspace_id, v.search_text) @@ search_query(w.id, ARRAY['zoe'])) AS visitors
     FROM workspaces w`,
  );
  expect(found).toMatchObject([
    { messages: 15, visitors: 3 },
    { messages: 15, visitors: 3 },
  ]);
});

test("a message from before search was bounded is still found, and the previous version's new messages are bounded", async () => {
  await using database = await scratchDatabase("empty");
  const folder = await migrationsBefore("20261122110000_bounded_search");
  const store = (body: string) =>
    query(
      database.url,
      `INSERT INTO messages (id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at)
       SELECT gen_random_uuid(), c.id, c.workspace_id, 100 + (SELECT count(*) FROM messages), 'visitor', c.visitor_id, $1, now()
       FROM conversations c ORDER BY c.id LIMIT 1`,
      [body],
    );
  try {
    const oldest = await migrationsBefore("20261121120000_unread");
    await migrate(database.url, { folder: oldest });
    await query(database.url, OLD_ROWS);
    await rm(oldest, { recursive: true });
    await migrate(database.url, { folder });
    await store(`${"\uFDFA".repeat(1_000)} stored before`);
    await migrate(database.url);
    await store(`${"\uFDFA".repeat(1_000)} stored after`);
  } finally {
    await rm(folder, { recursive: true });
  }
  const rows = await query(
    database.url,
    `SELECT right(m.body, 6) AS end, char_length(m.search_text) > 12000 AS "isLong",
       search_vector(m.workspace_id, m.search_text) @@ search_query(m.workspace_id, ARRAY['stored']) AS "isFound"
     FROM messages m WHERE m.body LIKE '%stored%' ORDER BY m.seq`,
  );
  expect(rows).toEqual([
    { end: "before", isLong: true, isFound: true },
    { end: " after", isLong: false, isFound: false },
  ]);
});

test("a conversation that the previous version writes has its last message's period and unread state", async () => {
  await using database = await scratchDatabase("empty");
  const folder = await migrationsBefore("20261121120000_unread");
  await migrate(database.url, { folder });
  await rm(folder, { recursive: true });
  const wrong = () =>
    query(
      database.url,
      `SELECT last_message_period, is_unread FROM conversations
       WHERE last_message_period IS DISTINCT FROM date_bin('15 minutes', last_message_at, '2000-01-01T00:00:00Z')
         OR is_unread IS DISTINCT FROM (owner_unread_count > 0)`,
    );
  await query(database.url, OLD_ROWS);
  await migrate(database.url);
  expect(await wrong()).toEqual([]);
  const changes = [
    "last_message_at = last_message_at + interval '3 days'",
    "owner_unread_count = 0, owner_read_seq = last_seq",
    "last_seq = last_seq + 1, owner_unread_count = 1, last_message_at = clock_timestamp()",
  ];
  for (const change of changes) {
    await query(database.url, `UPDATE conversations SET ${change}`);
    expect(await wrong()).toEqual([]);
  }
});
