import { expect, test } from "@playwright/test";
import { Client } from "pg";
import { runCleanup } from "#lib/data/cleanup/cleanup-schedule.ts";
import { deleteExpiredConversations, deleteSilentVisitors } from "#lib/data/cleanup/retention.system.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { addConversations } from "../support/added-messages.ts";
import { ask, refuseFields } from "../support/api-client.ts";
import { query, type ScratchDatabase } from "../support/database.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import { newOwnerWithSite } from "../support/factories.ts";
import { insertRows } from "../support/insert-rows.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { signUp } from "../support/sign-up.ts";
import { startProcess } from "../support/start-process.ts";

const DAY_MS = 86_400_000;

let database: ScratchDatabase;
test.beforeEach(async () => {
  database = await openOwnDatabase();
});
test.afterEach(() => database.drop());

const run = (text: string, values: unknown[] = []) => query(database.url, text, values);

/** A site with a conversation for each number of days, of a visitor of its own, with that number as its preview and name. */
async function site(name: string, retentionDays: number | null, days: number[], messages = 2): Promise<void> {
  const email = `${name}@example.com`;
  const [user] = await insertRows(run, "users", [{ email, email_key: email }]);
  const [workspace] = await insertRows(run, "workspaces", [{ owner_id: user?.id }]);
  const [made] = await insertRows(run, "sites", [
    { workspace_id: workspace?.id, public_key: name, name, accent_color: "#000000", retention_days: retentionDays },
  ]);
  const messagesOf = (age: number) => {
    const message = { body: String(age), at: new Date(Date.now() - age * DAY_MS) };
    return Array.from({ length: messages }, () => message);
  };
  await addConversations(run, String(made?.id), days.map(messagesOf));
  await run("UPDATE visitors v SET name = last_message_preview FROM conversations c WHERE c.visitor_id = v.id");
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

/** Merges all visitors into one. */
async function mergeInto(name: string): Promise<void> {
  await run(
    `INSERT INTO merges SELECT o.id, v.id, gen_random_uuid(), now() FROM visitors v, visitors o
     WHERE v.name = $1 AND o.name <> $1`,
    [name],
  );
  await run("UPDATE visitors v SET merged_into = m.into_id FROM merges m WHERE m.visitor_id = v.id");
}

test("deletes conversations without a new message for their site's period, and no others (G9)", async () => {
  await site("kept", null, [0, 40, 4000]);
  await site("month", 30, [0, 29, 31, 400]);
  await site("year", 365, [31, 364, 366]);
  // Waking moves a conversation up in the list, but it isn't a message.
  await run("UPDATE conversations SET woken_at = now(), woken_by = 'time' WHERE last_message_preview = '31'");
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

test("deletes many in batches of at most a hundred conversations and about two thousand messages (G9)", {
  tag: "@all",
}, async () => {
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

test("deletes merged visitors together, with the last conversation of them all", async () => {
  await site("shop", 30, [50, 40, 20]);
  await run("UPDATE visitors SET updated_at = now() - interval '40 days'");
  await mergeInto("50");
  expect(await deleteExpiredConversations()).toBe(2);
  expect(await run("SELECT count(*)::int FROM visitors")).toEqual([{ count: 3 }]);
  const aged = "now() - interval '40 days'";
  await run(`UPDATE conversations SET last_message_at = ${aged}, last_message_period = period_of(${aged})`);
  expect(await deleteExpiredConversations()).toBe(1);
  expect(await run("SELECT id FROM visitors UNION ALL SELECT visitor_id FROM merges")).toEqual([]);
});

test("keeps merged visitors as a whole, with the merge, for as long as one of them has changed since", async () => {
  await site("shop", 30, [50, 40]);
  await run("UPDATE visitors SET updated_at = now() WHERE name = '40'");
  await mergeInto("50");
  expect(await deleteExpiredConversations()).toBe(2);
  await runCleanup();
  expect(await run("SELECT count(*)::int FROM visitors WHERE merged_into IS NOT NULL")).toEqual([{ count: 1 }]);
  await run("UPDATE visitors SET updated_at = now() - interval '31 days'");
  await runCleanup();
  expect(await run("SELECT id FROM visitors UNION ALL SELECT visitor_id FROM merges")).toEqual([]);
});

test("keeps merged visitors as a whole if one of them starts a conversation in this moment", async () => {
  await site("shop", 30, [50, 40]);
  await run("UPDATE conversations SET status = 'closed'");
  await run("UPDATE visitors SET updated_at = now() - interval '40 days'");
  await mergeInto("50");
  await using writer = Object.assign(new Client({ connectionString: database.url }), {
    [Symbol.asyncDispose]: () => writer.end(),
  });
  await writer.connect();
  await writer.query("BEGIN");
  await writer.query("UPDATE visitors SET updated_at = now() WHERE name = '40'");
  await writer.query(
    `INSERT INTO conversations (
       id, workspace_id, site_id, visitor_id, last_seq, last_message_at, last_message_preview, created_at, updated_at
     )
     SELECT gen_random_uuid(), workspace_id, site_id, id, 0, now(), 'new', now(), now() FROM visitors WHERE name = '40'`,
  );
  expect(await deleteExpiredConversations()).toBe(2);
  expect(await deleteSilentVisitors()).toBe(0);
  await writer.query("COMMIT");
  expect(await left("shop")).toEqual(["new"]);
  expect(await run("SELECT count(*)::int FROM merges")).toEqual([{ count: 1 }]);
});

test("deletes visitors who never wrote, with their attributes, once their site's period is over", async () => {
  await site("month", 30, [0]);
  await site("kept", null, [0]);
  await run(`INSERT INTO visitors (id, site_id, workspace_id, external_id, verified, created_at, updated_at, blocked_at)
    SELECT gen_random_uuid(), s.id, s.workspace_id, s.name || '-' || days || '-' || coalesce(blocked, 'open'), true, now(),
      now() - make_interval(days => days), CASE WHEN blocked IS NOT NULL THEN now() END
    FROM sites s, unnest(ARRAY[29, 31]) AS days, unnest(ARRAY[NULL, 'blocked']) AS blocked`);
  await run(`INSERT INTO visitor_attributes (visitor_id, source, name, kind, value, value_key, workspace_id, updated_at)
    SELECT id, 'server', 'plan', 'string', 'pro', 'pro', workspace_id, updated_at FROM visitors`);
  await runCleanup();
  const rows = await run(`SELECT external_id AS id, count(*)::int AS attributes FROM visitors v
    JOIN visitor_attributes a ON a.visitor_id = v.id WHERE external_id IS NOT NULL GROUP BY 1 ORDER BY 1`);
  const of = (name: string) => [`${name}-29-blocked`, `${name}-29-open`, `${name}-31-blocked`, `${name}-31-open`];
  const kept = [...of("kept"), ...of("month").slice(0, -1)];
  expect(rows).toEqual(kept.map((id) => ({ id, attributes: 1 })));
});

test("keeps a conversation that gets a message while it's checked, and one being written to (G9)", async () => {
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

test("keeps a visitor who starts again while their old conversation is deleted, and their message (C17, G9)", async () => {
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

test("runs in one process at a time, and continues after that (G9)", async () => {
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

test("notifies the owner and the visitor immediately (G9)", { tag: "@all" }, async () => {
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

test("deletes sessions, and the ids of deleted rows, once they're of no use (G9)", async () => {
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
