import { expect, test } from "@playwright/test";
import { Client } from "pg";
import { runCleanup } from "#lib/cleanup/cleanup-schedule.ts";
import { deleteExpiredConversations } from "#lib/cleanup/retention.system.ts";
import { SiteResponse } from "#lib/sites/schema.ts";
import { ask, refuseFields } from "../support/api-client.ts";
import { query, type ScratchDatabase } from "../support/database.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import { newOwnerWithSite } from "../support/factories.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { signUp } from "../support/sign-up.ts";
import { startProcess } from "../support/start-process.ts";

const ONE_SITE = `
  WITH u AS (
    INSERT INTO users (id, email, email_key, password_hash, created_at, updated_at)
    VALUES (gen_random_uuid(), 'a@example.com', 'a@example.com', 'x', now(), now()) RETURNING id
  ), w AS (
    INSERT INTO workspaces (id, owner_id, created_at) SELECT gen_random_uuid(), id, now() FROM u RETURNING id
  )
  INSERT INTO sites (id, workspace_id, public_key, name, accent_color, welcome_message, created_at, updated_at, retention_days)
  SELECT gen_random_uuid(), id, $1, $1, '#000000', 'Hi', now(), now(), $2 FROM w`;

// Each of a visitor of its own, whose number of days it carries as its preview.
const CONVERSATIONS = `
  WITH v AS (
    INSERT INTO visitors (id, site_id, workspace_id, name, created_at, updated_at)
    SELECT gen_random_uuid(), s.id, s.workspace_id, days::text, now(), now() - make_interval(days => days)
    FROM sites s, unnest($2::int[]) AS days WHERE s.public_key = $1 RETURNING *
  ), c AS (
    INSERT INTO conversations (
      id, workspace_id, site_id, visitor_id, last_seq, last_message_at, last_message_preview, created_at, updated_at
    )
    SELECT gen_random_uuid(), workspace_id, site_id, id, $3, updated_at, name, updated_at, updated_at FROM v RETURNING *
  )
  INSERT INTO messages (id, conversation_id, workspace_id, seq, sender_type, sender_id, body, created_at)
  SELECT gen_random_uuid(), c.id, c.workspace_id, n, 'visitor', c.visitor_id, 'Nr ' || n, c.last_message_at
  FROM c, generate_series(1, $3) n`;

let database: ScratchDatabase;
test.beforeEach(async () => {
  database = await openOwnDatabase();
});
test.afterEach(() => database.drop());

const run = (text: string, values: unknown[] = []) => query(database.url, text, values);

async function site(name: string, retentionDays: number | null, days: number[], messages = 2): Promise<void> {
  await run(ONE_SITE.replaceAll("a@example.com", `${name}@example.com`), [name, retentionDays]);
  await run(CONVERSATIONS, [name, days, messages]);
}

/** The days of the conversations that are left of a site. */
async function left(name: string): Promise<string[]> {
  const rows = await run(
    `SELECT last_message_preview AS days FROM conversations c JOIN sites s ON s.id = c.site_id
     WHERE s.public_key = $1 ORDER BY last_message_at DESC`,
    [name],
  );
  return rows.map(({ days }) => String(days));
}

test("deletes what has had no new message for as long as its site says, and nothing of the others (G9)", async () => {
  await site("kept", null, [0, 40, 4000]);
  await site("month", 30, [0, 29, 31, 400]);
  await site("year", 365, [31, 364, 366]);
  await runCleanup();
  expect(await left("kept")).toEqual(["0", "40", "4000"]);
  expect(await left("month")).toEqual(["0", "29"]);
  expect(await left("year")).toEqual(["31", "364"]);
  const visitors = await run("SELECT name FROM visitors ORDER BY name::int");
  expect(visitors.map(({ name }) => name)).toEqual(["0", "0", "29", "31", "40", "364", "4000"]);
  expect(await run("SELECT count(*)::int FROM messages")).toEqual([{ count: 14 }]);
  // Again, and there is nothing to do.
  expect(await deleteExpiredConversations()).toBe(0);
  expect(await run("SELECT count(*)::int FROM deletions")).toEqual([{ count: 3 }]);
});

test("deletes many in batches of at most a hundred conversations and about two thousand messages (G9)", async () => {
  await site(
    "many",
    1,
    Array.from({ length: 250 }, (_, n) => n + 2),
    2,
  );
  await site("long", 1, [9, 8, 7], 1500);
  const batches: number[] = [];
  for (let count = await deleteExpiredConversations(); count > 0; count = await deleteExpiredConversations())
    batches.push(count);
  expect(Math.max(...batches)).toBeLessThanOrEqual(100);
  expect(batches.length).toBeGreaterThanOrEqual(4);
  expect(batches.reduce((sum, count) => sum + count, 0)).toBe(253);
  expect(await run("SELECT id FROM messages UNION ALL SELECT id FROM visitors")).toEqual([]);
});

test("keeps a conversation that gets a message while it is looked at, and one that someone writes to (G9)", async () => {
  await site("shop", 30, [40, 50, 60]);
  await using writer = Object.assign(new Client({ connectionString: database.url }), {
    [Symbol.asyncDispose]: () => writer.end(),
  });
  await writer.connect();
  // Written after the housekeeper has seen it as old, and before it has the lock: its transaction was begun earlier.
  await writer.query("BEGIN");
  await writer.query("UPDATE conversations SET last_message_at = now() WHERE last_message_preview = '40'");
  expect(await deleteExpiredConversations()).toBe(2);
  await writer.query("COMMIT");
  expect(await deleteExpiredConversations()).toBe(0);
  expect(await left("shop")).toEqual(["40"]);
});

test("keeps a visitor who begins again while their old conversation goes, and what they write (C17, G9)", async () => {
  await site("shop", 30, [40]);
  await using writer = Object.assign(new Client({ connectionString: database.url }), {
    [Symbol.asyncDispose]: () => writer.end(),
  });
  await run("UPDATE conversations SET status = 'closed'");
  await writer.connect();
  await writer.query("BEGIN");
  await writer.query("UPDATE visitors SET updated_at = now()");
  await writer.query(
    `INSERT INTO conversations (
       id, workspace_id, site_id, visitor_id, last_seq, last_message_at, last_message_preview, created_at, updated_at
     )
     SELECT gen_random_uuid(), workspace_id, site_id, id, 0, now(), 'new', now(), now() FROM visitors`,
  );
  expect(await deleteExpiredConversations()).toBe(1);
  await writer.query("COMMIT");
  expect(await left("shop")).toEqual(["new"]);
});

test("leaves it to one process at a time, and goes on once that is done (G9)", async () => {
  await site("shop", 30, [40]);
  await using other = Object.assign(new Client({ connectionString: database.url }), {
    [Symbol.asyncDispose]: () => other.end(),
  });
  await other.connect();
  await other.query("BEGIN; SELECT pg_advisory_xact_lock(72707371)");
  expect(await deleteExpiredConversations()).toBe(0);
  await other.query("COMMIT");
  const counts = await Promise.all([
    deleteExpiredConversations(),
    deleteExpiredConversations(),
    deleteExpiredConversations(),
  ]);
  expect(counts.reduce((sum, count) => sum + count)).toBe(1);
});

test("tells the owner and the visitor at once (G9)", async () => {
  await using service = await startProcess("service", { DATABASE_URL: database.url });
  const { token, siteKey } = await signUp(service.baseUrl);
  const post = async (path: string, body: object, bearer = "") => {
    const headers = { "Content-Type": "application/json", ...(bearer && { Authorization: `Bearer ${bearer}` }) };
    return (await fetch(service.baseUrl + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
  };
  const visitor = await post("/public/widget-session", { siteKey });
  const { conversationId: id } = await post("/public/conversations", { message: "Hello" }, visitor.token);
  await run("UPDATE sites SET retention_days = 7");
  await run("UPDATE conversations SET last_message_at = now() - interval '8 days'");
  await using list = await ownerStream({ token }, service);
  await using own = await visitorStream(visitor, service);
  await runCleanup();
  for (const stream of [list, own]) {
    expect(await stream.next("conversation.updated", (data) => "id" in data)).toEqual({ id, deleted: true });
  }
  // Their token is good still, and they begin again with it.
  const { message } = await post("/public/conversations", { message: "Me again" }, visitor.token);
  expect(message.seq).toBe(1);
});

test("forgets sessions, and the ids of what was deleted, once they are of no use (G9)", async () => {
  await site("shop", null, []);
  await run(
    `INSERT INTO sessions (id, user_id, created_at, expires_at)
     SELECT gen_random_uuid(), id, now(), now() + days * interval '1 day' FROM users, unnest(ARRAY[-2, 0, 1]) days`,
  );
  await run(
    `INSERT INTO deletions (id, workspace_id, visitor_id, deleted_at)
     SELECT id, gen_random_uuid(), CASE kind WHEN 'visitor' THEN id WHEN 'conversation' THEN gen_random_uuid() END,
       now() - days * interval '1 day'
     FROM unnest(ARRAY['visitor', 'conversation', 'site']) kind, unnest(ARRAY[0, 2, 400, 402]) days,
       LATERAL (SELECT gen_random_uuid() AS id, kind IS NULL OR days IS NULL) made`,
  );
  await runCleanup();
  expect(await run("SELECT count(*)::int FROM sessions")).toEqual([{ count: 2 }]);
  const kept = await run(
    `SELECT CASE WHEN visitor_id = id THEN 'visitor' WHEN visitor_id IS NULL THEN 'site' ELSE 'conversation' END AS kind,
       extract(day FROM now() - deleted_at)::int AS days FROM deletions ORDER BY 1, 2`,
  );
  expect(kept).toEqual([
    { kind: "conversation", days: 0 },
    { kind: "site", days: 0 },
    { kind: "visitor", days: 0 },
    { kind: "visitor", days: 2 },
    { kind: "visitor", days: 400 },
  ]);
});

test("is off by default, and set for a site in whole days", async () => {
  const { owner, site } = await newOwnerWithSite();
  const call = (retentionDays: unknown) => ({ token: owner.token, body: { retentionDays } });
  const path = `/sites/${site.id}`;
  expect(site).not.toHaveProperty("retentionDays");
  expect((await ask(SiteResponse, 200, "PATCH", path, call(30))).site.retentionDays).toBe(30);
  expect((await ask(SiteResponse, 200, "GET", path, { token: owner.token })).site.retentionDays).toBe(30);
  for (const wrong of [0, -1, 1.5, 3651, "30", true]) await refuseFields(["retentionDays"], "PATCH", path, call(wrong));
  expect((await ask(SiteResponse, 200, "PATCH", path, call(null))).site).not.toHaveProperty("retentionDays");
});
