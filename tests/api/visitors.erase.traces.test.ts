import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { StartConversationResponse } from "#lib/desk/conversations/schema.ts";
import { MessageResponse } from "#lib/desk/messages/schema.ts";
import { BlockingResponse } from "#lib/files/blocking/schema.ts";
import { NewEndpointResponse } from "#lib/outbox/webhooks/schema.ts";
import { mailboxKey } from "#platform/limits/keys.ts";
import { ask, askNothing, refuse } from "../support/api-client.ts";
import { addBulkChange } from "../support/bulk-changes.ts";
import { uploadAsMember, uploadAsVisitor } from "../support/files.ts";
import { insertRows } from "../support/insert-rows.ts";
import { type MailWorld, mailWorld } from "../support/mail-world.ts";
import { rowsContaining } from "../support/rows-containing.ts";
import { rowsBelongingTo } from "../support/stored-rows.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

/*
 * A visitor with rows in every table that can contain anything about one, and a search of all tables for what's left once
 * they're erased.
 */

const ADDRESS = "203.0.113.7";

let world: MailWorld;
let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "site-inbox-traces-"));
  const jobs = { JOBS: "on", MAIL_DELAY: "1" };
  world = await mailWorld({ ...jobs, TRUSTED_PROXY_HOPS: "1", RATE_LIMITS: "on", DATA_DIR: folder });
});
test.afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** The files in the storage, those that are being received included. */
async function storedObjects(): Promise<string[]> {
  const entries = await readdir(join(folder, "files"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

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
  const files = [
    await uploadAsVisitor(visitor, { baseUrl, name: `${mark}.png` }),
    await uploadAsVisitor(visitor, { baseUrl, name: `${mark}.txt`, content: Buffer.from(`Call ${mark}`) }),
  ];
  await uploadAsVisitor(visitor, { baseUrl, name: `unsent ${mark}.png` });
  const first = await say(`My number is ${mark}`, {
    ...about,
    visitorId: `customer ${mark}`,
    files: files.map(({ id }) => id),
  });
  await expect.poll(() => world.mailsTo(owner)).toHaveLength(1);
  const reply = await uploadAsMember(owner, site.id, { baseUrl, name: `For ${mark}.png` });
  await ask(MessageResponse, 201, "POST", `/conversations/${first.conversationId}/messages`, {
    baseUrl,
    token,
    body: { message: `Thank you, ${mark}`, files: [reply.id] },
  });
  await expect.poll(() => server.tried).toContain(email);
  await askNothing("POST", `/conversations/${first.conversationId}/typing`, { baseUrl, token });
  await world.send("PATCH", `/conversations/${first.conversationId}`, { token, body: { status: "closed" } });
  await say("One more thing");
  const [workspace] = await world.sql("SELECT workspace_id FROM sites WHERE id = $1", [site.id]);
  const [label] = await insertRows(world.sql, "labels", [{ ...workspace, color: "red" }]);
  await insertRows(world.sql, "conversation_labels", [{ conversation_id: first.conversationId, label_id: label?.id }]);
  const bulk = await addBulkChange(world.sql, site.id);
  const item = { bulk_change_id: bulk, conversation_id: first.conversationId, state: "changed" };
  await insertRows(world.sql, "bulk_change_items", [item]);
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
  await insertRows(world.sql, "drafts", [{ ...read, kind: "reply", body: `Dear ${mark}` }]);
  await insertRows(world.sql, "email_alerts", [read]);
  await insertRows(world.sql, "notes", [{ conversation_id: first.conversationId, seq: 1, body: `Call ${mark}` }]);
  await insertRows(world.sql, "scheduled_replies", [
    { ...read, state: "stopped", reason: "visitor", reply: { message: `Call ${mark}` }, email },
  ]);
  const rating = { conversation_id: first.conversationId, close_seq: 1, score: 5, comment: `Quick, ${mark}` };
  await insertRows(world.sql, "ratings", [rating]);
  const answer = { conversation_id: first.conversationId, question: "order", label: "Order", value: `Order ${mark}` };
  await insertRows(world.sql, "answers", [answer]);
  const attribute = { visitor_id: visitor.id, source: "page", name: `Plan ${mark}`, kind: "string" };
  await insertRows(world.sql, "visitor_attributes", [{ ...attribute, value: mark, value_key: mark }]);
  const conversation = { conversation_id: first.conversationId };
  await insertRows(world.sql, "reply_addresses", [{ ...conversation, address_hash: newHash(), email_hash: newHash() }]);
  const [received] = await insertRows(world.sql, "received_mails", [
    { ...conversation, status: "stored", place_hash: newHash(), from_address: email },
  ]);
  const mailed = { message_id: first.message.id, received_id: received?.id, from_address: email, quoted: mark };
  await insertRows(world.sql, "message_mails", [{ ...mailed, belief: "claimed" }]);
  const [other] = await insertRows(world.sql, "visitors", [{ ...workspace, site_id: site.id }]);
  const visitorId = visitor.id;
  await insertRows(world.sql, "merges", [{ visitor_id: visitorId, into_id: other?.id, merged_by: randomUUID() }]);
  await world.sql("UPDATE visitors SET about = $2 WHERE id = $1", [visitorId, `Calls ${mark} home`]);
  // An address from before, so that they're still emailed.
  await world.sql(
    `UPDATE visitors SET confirmed_email = email, bounced_email = 'earlier-' || email, bounced_at = now(),
      bounce = '5.1.1 <' || email || '>: User unknown' WHERE email LIKE $1`,
    [`%${mark}%`],
  );
  await insertRows(world.sql, "activity", [
    { ...workspace, via: "session", action: "conversation.closed", conversation_id: first.conversationId },
  ]);
  await expect.poll(() => world.sql("SELECT FROM stored_files WHERE thumbnails = 'waiting'")).toEqual([]);
  const waiting = "SELECT id FROM webhook_deliveries WHERE status = 'pending' AND site_id = $1";
  await expect.poll(() => world.sql(waiting, [site.id])).toEqual([]);
  return { owner, site, visitor, mark, email };
}

const newHash = () => `\\x${randomBytes(32).toString("hex")}`;

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
  const { owner, site, visitor, mark } = await newVisitor();
  const hash = await hashOf(visitor.id);
  const before = await rowsBelongingTo("visitors", visitor.id, world.sql);
  for (const [table, rows] of Object.entries(before)) {
    // A new table that refers to visitors, their conversations or messages has to be filled above.
    if (table !== "deletions") expect(rows.length, `rows of ${table}`).toBeGreaterThan(0);
  }
  expect(Object.keys(await rowsContaining([mark], world.sql))).toEqual(
    expect.arrayContaining(["visitors", "conversations", "messages", "message_keys"]),
  );

  const contents = await world.sql<{ hash: string }>("SELECT hash FROM files WHERE site_id = $1", [site.id]);
  // Four contents, three of them pictures with two thumbnails.
  expect(await storedObjects()).toHaveLength(10);

  await erase(owner, visitor.id);

  expect(await rowsContaining([mark, hash, ...idsIn(before.messages)], world.sql)).toEqual({});
  const hashes = contents.map((content) => content.hash);
  const left = async () => ({ rows: await rowsContaining(hashes, world.sql), objects: await storedObjects() });
  await expect.poll(left, "of the files").toEqual({ rows: {}, objects: [] });
  const conversations = idsIn(before.conversations);
  expect(conversations).toHaveLength(2);
  // Tombstones, the events that say so, and for two minutes the count of the visitor's requests.
  const { limit_counts: _, ...kept } = await rowsContaining([visitor.id, ...conversations], world.sql);
  expect(kept).toEqual({ deletions: 3, webhook_deliveries: 2 });
});

test("an address that was blocked from a conversation stays blocked after the visitor is erased, with nothing about them (G1)", {
  tag: "@all",
}, async () => {
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

test("erasing a visitor doesn't reset how many emails their address may get, which is counted by its hash (G1)", {
  tag: "@all",
}, async () => {
  const { owner, visitor, email } = await newVisitor();
  const counts = () =>
    world.sql("SELECT allowance FROM account_mail_counts WHERE recipient_hash = $1", [mailboxKey(email)]);
  expect(await counts()).toEqual([{ allowance: "reply" }]);
  await erase(owner, visitor.id);
  expect(await counts()).toEqual([{ allowance: "reply" }]);
});
