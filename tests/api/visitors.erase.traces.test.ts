import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { BlockingResponse } from "#lib/blocking/schema.ts";
import { StartConversationResponse } from "#lib/conversations/schema.ts";
import { NewEndpointResponse } from "#lib/webhooks/schema.ts";
import { mailboxKey } from "#platform/limits/keys.ts";
import { ask, askNothing, refuse } from "../support/api-client.ts";
import { insertRows } from "../support/insert-rows.ts";
import { type MailWorld, mailWorld } from "../support/mail-world.ts";
import { rowsContaining } from "../support/rows-containing.ts";
import { rowsBelongingTo } from "../support/stored-rows.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

/*
 * A visitor with rows in every table that can contain anything about one, and a search of all tables for what's left once
 * they're erased.
 */
test.describe.configure({ mode: "default" });

const ADDRESS = "203.0.113.7";

let world: MailWorld;
test.beforeAll(async () => {
  world = await mailWorld({ JOBS: "on", MAIL_DELAY: "1", TRUSTED_PROXY_HOPS: "1", RATE_LIMITS: "on" });
});
test.afterAll(() => world.close());

/** A visitor's conversations, with emails and webhooks, the last email still waiting for a mail server that refuses it. */
async function newVisitor() {
  const { baseUrl, server } = world;
  // In everything that's stored of them, and nowhere else.
  const mark = randomUUID().slice(0, 18);
  const email = `${mark}@example.com`;
  const { owner, site } = await world.newOwnerWithSite();
  const { token } = owner;
  await using receiver = await startReceiver(({ body }, response) => response.end(body));
  await ask(NewEndpointResponse, 201, "POST", `/sites/${site.id}/webhooks`, {
    baseUrl,
    token,
    body: { url: receiver.url },
  });
  server.setReplies([null, { at: "rcpt", reply: { code: 450, text: `4.2.1 <${email}> is busy` } }]);
  const visitor = await world.openWidget(site);
  const say = (message: string, more: object = {}) =>
    ask(StartConversationResponse, 201, "POST", "/public/conversations", {
      baseUrl,
      token: visitor.token,
      headers: { "X-Forwarded-For": ADDRESS, "Idempotency-Key": `${mark}-${message.length}` },
      body: { message, ...more },
    });
  const about = { name: `Zoë ${mark}`, email, pageUrl: `https://shop.example.com/${mark}` };
  const first = await say(`My number is ${mark}`, { ...about, visitorId: `customer ${mark}` });
  await expect.poll(() => world.mailsTo(owner)).toHaveLength(1);
  await world.reply(owner, first.conversationId, `Thank you, ${mark}`);
  await expect.poll(() => server.tried).toContain(email);
  await askNothing("POST", `/conversations/${first.conversationId}/typing`, { baseUrl, token });
  await world.send("PATCH", `/conversations/${first.conversationId}`, { token, body: { status: "closed" } });
  await say("One more thing");
  const [workspace] = await world.sql("SELECT workspace_id FROM sites WHERE id = $1", [site.id]);
  const [label] = await insertRows(world.sql, "labels", [{ ...workspace, color: "red" }]);
  await insertRows(world.sql, "conversation_labels", [{ conversation_id: first.conversationId, label_id: label?.id }]);
  const pages = [{ url: about.pageUrl, at: new Date() }];
  await insertRows(world.sql, "conversation_visits", [{ conversation_id: first.conversationId, pages }]);
  const [person] = await world.sql(
    "SELECT owner_id AS user_id FROM workspaces JOIN sites ON sites.workspace_id = workspaces.id WHERE sites.id = $1",
    [site.id],
  );
  const [chat] = await insertRows(world.sql, "channels", [{ ...person, kind: "telegram" }]);
  await insertRows(world.sql, "telegram_messages", [{ channel_id: chat?.id, conversation_id: first.conversationId }]);
  const read = { ...person, conversation_id: first.conversationId };
  await insertRows(world.sql, "presences", [read]);
  await insertRows(world.sql, "reads", [read]);
  await insertRows(world.sql, "email_alerts", [read]);
  await insertRows(world.sql, "notes", [{ conversation_id: first.conversationId, seq: 1, body: `Call ${mark}` }]);
  await insertRows(world.sql, "activity", [
    { ...workspace, via: "session", action: "conversation.closed", conversation_id: first.conversationId },
  ]);
  const hash = { hash: randomUUID() };
  await insertRows(world.sql, "stored_files", [{ ...hash, storage_key: randomUUID() }]);
  const [message] = await world.sql("SELECT id AS message_id FROM messages WHERE conversation_id = $1", [
    first.conversationId,
  ]);
  await insertRows(world.sql, "files", [
    { ...hash, ...workspace, ...message, site_id: site.id, position: 0, name: `${mark}.jpg` },
  ]);
  const waiting = "SELECT id FROM webhook_deliveries WHERE status = 'pending' AND site_id = $1";
  await expect.poll(() => world.sql(waiting, [site.id])).toEqual([]);
  return { owner, site, visitor, mark, email };
}

const hashOf = async (visitorId: string) => {
  const [row] = await world.sql<{ hash: string }>("SELECT address_hash AS hash FROM visitors WHERE id = $1", [
    visitorId,
  ]);
  return String(row?.hash);
};

const erase = ({ token }: { token: string }, visitorId: string) =>
  askNothing("DELETE", `/visitors/${visitorId}`, { baseUrl: world.baseUrl, token });

const idsIn = (rows: Record<string, unknown>[] = []) => rows.map(({ id }) => String(id));

test("an erased visitor leaves three ids, and nothing else of them is in any table (G1)", async () => {
  const { owner, visitor, mark } = await newVisitor();
  const hash = await hashOf(visitor.id);
  const before = await rowsBelongingTo("visitors", visitor.id, world.sql);
  for (const [table, rows] of Object.entries(before)) {
    // A new table that refers to visitors, their conversations or messages has to be filled above.
    if (table !== "deletions") expect(rows.length, `rows of ${table}`).toBeGreaterThan(0);
  }
  expect(Object.keys(await rowsContaining([mark], world.sql))).toEqual(
    expect.arrayContaining(["visitors", "conversations", "messages", "message_keys"]),
  );

  await erase(owner, visitor.id);

  expect(await rowsContaining([mark, hash, ...idsIn(before.messages)], world.sql)).toEqual({});
  const conversations = idsIn(before.conversations);
  expect(conversations).toHaveLength(2);
  // Tombstones, the events that say so, and for two minutes the count of the visitor's requests.
  const { limit_counts: _, ...kept } = await rowsContaining([visitor.id, ...conversations], world.sql);
  expect(kept).toEqual({ deletions: 3, webhook_deliveries: 2 });
});

test("an address that was blocked from a conversation stays blocked after the visitor is erased, with nothing about them (G1)", async () => {
  const { owner, site, visitor, mark } = await newVisitor();
  const { token } = owner;
  const { baseUrl } = world;
  const hash = await hashOf(visitor.id);
  const { conversations = [] } = await rowsBelongingTo("visitors", visitor.id, world.sql);
  const [id = ""] = idsIn(conversations);
  await world.send("PATCH", `/conversations/${id}`, { token, body: { visitorBlocked: true, addressBlocked: true } });

  await erase(owner, visitor.id);

  expect(await rowsContaining([hash], world.sql)).toEqual({ blocked_addresses: 1 });
  const blocked = await world.sql("SELECT site_id, address_hash, label FROM blocked_addresses");
  expect(blocked).toEqual([{ site_id: site.id, address_hash: hash, label: "From a conversation" }]);
  expect(await rowsContaining([mark], world.sql)).toEqual({});
  const again = { baseUrl, headers: { "X-Forwarded-For": ADDRESS }, body: { siteKey: site.publicKey } };
  await refuse("not_accepted", "POST", "/public/widget-session", again);
  const { blocking } = await ask(BlockingResponse, 200, "GET", `/sites/${site.id}/blocking`, { baseUrl, token });
  const [listed] = blocking.addresses;
  await askNothing("DELETE", `/sites/${site.id}/blocking/addresses/${listed?.id}`, { baseUrl, token });
  expect(await rowsContaining([hash], world.sql)).toEqual({});
});

test("erasing a visitor doesn't reset how many emails their address may get, which is counted by its hash (G1)", async () => {
  const { owner, visitor, email } = await newVisitor();
  const counts = () =>
    world.sql("SELECT allowance FROM account_mail_counts WHERE recipient_hash = $1", [mailboxKey(email)]);
  expect(await counts()).toEqual([{ allowance: "reply" }]);
  await erase(owner, visitor.id);
  expect(await counts()).toEqual([{ allowance: "reply" }]);
});
