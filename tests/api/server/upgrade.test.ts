import { rm } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { ConversationListResponse } from "#lib/desk/conversations/schema.ts";
import { MessageListResponse, MessageResponse } from "#lib/desk/messages/schema.ts";
import { SessionResponse } from "#lib/people/owners/schema.ts";
import { SiteListResponse } from "#lib/sites/sites/schema.ts";
import { hashPassword } from "#platform/crypto/password.ts";
import { migrate } from "../../../server/database/migrate.ts";
import { ask } from "../../support/api-client.ts";
import { query, scratchDatabase } from "../../support/database.ts";
import { PASSWORD } from "../../support/factories.ts";
import { migrationsBefore, OLD_ROWS } from "../../support/older-database.ts";
import { startProcess } from "../../support/start-process.ts";

const SECOND = "20261121100000_live";
const TABLES = ["users", "workspaces", "sites", "visitors", "conversations", "messages"];

test("the first version's database is upgraded at the start, and all its data is there", async () => {
  test.slow();
  await using database = await scratchDatabase("empty");
  const { url } = database;
  const folder = await migrationsBefore(SECOND);
  try {
    expect(await migrate(url, { folder })).toEqual(["20261121000000_start"]);
  } finally {
    await rm(folder, { recursive: true });
  }
  await query(url, OLD_ROWS);
  await query(
    url,
    "UPDATE users SET email = 'o' || email || '@example.com', email_key = 'o' || email || '@example.com', password_hash = $1",
    [await hashPassword(PASSWORD)],
  );
  const counts = () =>
    query(
      url,
      TABLES.map((table) => `SELECT '${table}' AS name, count(*)::int AS rows FROM ${table}`).join(" UNION ALL "),
    );
  const texts = () =>
    query(url, "SELECT id, conversation_id, seq, sender_type, body, created_at FROM messages ORDER BY id");
  const before = { counts: await counts(), texts: await texts() };

  await using service = await startProcess("upgraded", { DATABASE_URL: url });
  expect({ counts: await counts(), texts: await texts() }).toEqual(before);
  const { baseUrl } = service;
  for (const email of ["o1@example.com", "o2@example.com"]) {
    const { token } = await ask(SessionResponse, 200, "POST", "/auth/login", {
      baseUrl,
      body: { email, password: PASSWORD },
    });
    const { sites } = await ask(SiteListResponse, 200, "GET", "/sites", { baseUrl, token });
    expect(sites).toMatchObject([{ name: "Shop", welcomeMessage: "Hello" }]);
    const { conversations } = await ask(ConversationListResponse, 200, "GET", "/conversations", { baseUrl, token });
    const unread = conversations.map(({ visitorName, lastSeq, unreadCount, status }) => [
      visitorName,
      lastSeq,
      unreadCount,
      status,
    ]);
    expect(unread.toSorted()).toEqual([
      ["Zoë 1", 5, 3, "open"],
      ["Zoë 2", 5, 1, "open"],
      ["Zoë 3", 5, 0, "open"],
    ]);
    const found = await ask(ConversationListResponse, 200, "GET", "/conversations?q=grusse", { baseUrl, token });
    expect(found.conversations.length).toBe(3);
    const [first] = conversations;
    const path = `/conversations/${first?.id}/messages`;
    const { messages } = await ask(MessageListResponse, 200, "GET", path, { baseUrl, token });
    expect(messages.map(({ seq, body }) => [seq, body])).toEqual([1, 2, 3, 4, 5].map((n) => [n, `Grüße ${n}`]));
    const { message } = await ask(MessageResponse, 201, "POST", path, {
      baseUrl,
      token,
      body: { message: "From now" },
    });
    expect(message.seq).toBe(6);
  }
  // What every conversation keeps of its messages is what its messages say.
  const wrong = await query(
    url,
    `SELECT c.id FROM conversations c WHERE c.last_seq <> (SELECT max(seq) FROM messages m WHERE m.conversation_id = c.id)
       OR c.last_seq <> (SELECT count(*) FROM messages m WHERE m.conversation_id = c.id)
       OR c.owner_unread_count <> (SELECT count(*) FROM messages m
         WHERE m.conversation_id = c.id AND m.sender_type = 'visitor' AND m.seq > c.owner_read_seq)
       OR c.visitor_unread_count <> (SELECT count(*) FROM messages m
         WHERE m.conversation_id = c.id AND m.sender_type = 'owner' AND m.seq > c.visitor_read_seq)`,
  );
  expect(wrong).toEqual([]);
});
