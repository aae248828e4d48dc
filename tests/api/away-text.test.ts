import { expect, test } from "@playwright/test";
import { sendAwayTexts } from "#lib/desk/away-texts/send.system.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { WordsResponse } from "#lib/sites/words/schema.ts";
import { startCounting } from "#platform/metrics/count.ts";
import { createMetrics } from "#platform/metrics/metrics.ts";
import { addMessages } from "../support/added-messages.ts";
import { ask, askNothing, refuseFields } from "../support/api-client.ts";
import { closedSite, closeSite, TEXT, textsOf } from "../support/closed-site.ts";
import { query, type ScratchDatabase } from "../support/database.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import { allMessages, conversation, newOwnerWithSite, openWidget, reply, start } from "../support/factories.ts";
import { insertRows } from "../support/insert-rows.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { sql } from "../support/stored-rows.ts";
import { newListeningSite, open } from "../support/webhooks.ts";

/*
 * Who gets the away text. Most of it on a database of its own, where nothing but the tests sends any.
 */

const MINUTE_MS = 60_000;

let database: ScratchDatabase;
test.beforeEach(async () => {
  database = await openOwnDatabase();
});
test.afterEach(() => database.drop());

const run = (text: string, values: unknown[] = []) => query(database.url, text, values);
const rowOf = async (id: string) => (await run("SELECT * FROM conversations WHERE id = $1", [id]))[0] ?? {};

/** Another message of a conversation's visitor, or of its owner. */
const add = (id: string, from: "visitor" | "owner", minutesAgo = 0) =>
  addMessages(run, { [id]: [{ body: "And?", from, at: new Date(Date.now() - minutesAgo * MINUTE_MS) }] });

test("a visitor who writes while the site is closed gets its text once, and it changes nothing else", async () => {
  const metrics = createMetrics();
  startCounting(metrics);
  const { siteId, writeOne } = await closedSite(run);
  await insertRows(run, "webhook_endpoints", [
    { site_id: siteId, url: "http://127.0.0.1:9", events: ["message.created", "conversation.updated"] },
  ]);
  const id = await writeOne();
  await run("UPDATE visitors SET email = 'v@example.com'");
  const before = await rowOf(id);
  for (const _ of ["once", "twice"]) await sendAwayTexts();

  const messages = await run("SELECT * FROM messages WHERE conversation_id = $1 ORDER BY seq", [id]);
  expect(messages).toMatchObject([
    { sender_type: "visitor" },
    { seq: 2, sender_type: "automatic", sender_id: siteId, body: TEXT },
  ]);
  const { updated_at, away_at, ...after } = await rowOf(id);
  expect(after).toEqual({
    ...Object.fromEntries(Object.entries(before).filter(([name]) => !["updated_at", "away_at"].includes(name))),
    last_seq: 2,
    automatic_seq: 2,
    visitor_unread_count: 1,
  });
  expect(messages[1]?.created_at).toEqual(away_at);
  expect(await run("SELECT 1 FROM users WHERE id = $1", [siteId]), "no person has its sender's id").toEqual([]);
  expect(Number(updated_at)).toBeGreaterThan(Number(before.updated_at));
  for (const table of ["mails", "alerts", "notifications", "conversation_events", "activity"])
    expect(await run(`SELECT 1 FROM ${table}`), table).toEqual([]);
  expect(await run("SELECT type, data->'message' AS message FROM webhook_deliveries")).toEqual([
    {
      type: "message.created",
      message: { id: messages[1]?.id, seq: 2, senderType: "owner", senderId: siteId, automatic: true },
    },
  ]);
  expect((await metrics.awayTexts.get()).values).toMatchObject([{ value: 1 }]);

  await add(id, "visitor");
  await sendAwayTexts();
  expect(await textsOf(run, id), "not again in this absence").toEqual([TEXT]);
});

const hours = (change: string) => () => run(`UPDATE site_hours SET ${change}`);
const site = (change: string) => () => run(`UPDATE sites SET ${change}`);
const visitor = (change: string) => () => run(`UPDATE visitors SET ${change}`);
const row = (change: string) => (id: string) => run(`UPDATE conversations SET ${change} WHERE id = $1`, [id]);

const REFUSED: [why: string, change: (id: string, ownerId: string) => Promise<unknown>][] = [
  ["the site is open", hours("closed_since = NULL")],
  ["it has opened, though no process has noticed", hours("turns_at = now() - interval '1 second'")],
  ["it closed after the message", hours("closed_since = now() - interval '30 seconds'")],
  ["it has no hours", () => run("DELETE FROM site_hours")],
  ["it has no text", site("away_text = NULL")],
  ["the text is newer than the message", site("away_text_at = now()")],
  ["the site was closed for good", site("closed_at = now()")],
  ["the message is older than an hour", row("last_message_at = now() - interval '61 minutes'")],
  ["it had a text in an absence that was just before", row("away_at = now() - interval '239 minutes'")],
  ["a person replied since the closing", async (id) => [await add(id, "owner", 1), await add(id, "visitor")]],
  ["a person replied last", (id) => add(id, "owner")],
  [
    "someone has it in view",
    (id, ownerId) => run("INSERT INTO presences VALUES ($1, $2, now() - interval '20 seconds')", [ownerId, id]),
  ],
  ["it's spam", row("is_spam = true")],
  ["it's closed", row("status = 'closed'")],
  ["it's snoozed", row("snoozed_at = now()")],
  ["the visitor is blocked", visitor("blocked_at = now()")],
  ["it's a test", visitor("is_test = true")],
];
for (const [why, change] of REFUSED) {
  test(`no away text is sent if ${why}`, async () => {
    const { ownerId, writeOne } = await closedSite(run);
    const id = await writeOne(2);
    await change(id, ownerId);
    await sendAwayTexts();
    expect(await textsOf(run, id)).toEqual([]);
  });
}

const SENT: [why: string, change: (id: string, ownerId: string) => Promise<unknown>][] = [
  ["nothing else is known", async () => {}],
  ["no opening is known", hours("turns_at = NULL")],
  ["a person replied before the closing", async (id) => [await add(id, "owner", 40), await add(id, "visitor")]],
  ["the last text was in an earlier absence", row("away_at = now() - interval '241 minutes'")],
  [
    "a colleague had it in view until a minute ago",
    (id, ownerId) => run("INSERT INTO presences VALUES ($1, $2, now() - interval '1 minute')", [ownerId, id]),
  ],
];
for (const [why, change] of SENT) {
  test(`the away text is sent if ${why}`, async () => {
    const { ownerId, writeOne } = await closedSite(run);
    const id = await writeOne(1);
    await change(id, ownerId);
    await sendAwayTexts();
    expect(await textsOf(run, id)).toEqual([TEXT]);
  });
}

test("a message in the moment of the closing is one of the absence, and one a millisecond before isn't", async () => {
  const { writeOne } = await closedSite(run);
  const [before, at] = [await writeOne(), await writeOne()];
  const moment = new Date(Date.now() - 60_000);
  await run("UPDATE site_hours SET closed_since = $1", [moment]);
  await run("UPDATE conversations SET last_message_at = $2 WHERE id = $1", [at, moment]);
  await run("UPDATE conversations SET last_message_at = $2 WHERE id = $1", [before, new Date(moment.getTime() - 1)]);
  await sendAwayTexts();
  expect([await textsOf(run, before), await textsOf(run, at)]).toEqual([[], [TEXT]]);
});

test("a site that's opened and closed again for a moment sends no second text, and one in the next night does", async () => {
  const { writeOne } = await closedSite(run);
  const id = await writeOne();
  await sendAwayTexts();
  // The message's time is in whole milliseconds.
  await run("UPDATE site_hours SET closed_since = clock_timestamp() - interval '1 millisecond'");
  await add(id, "visitor");
  await sendAwayTexts();
  expect(await textsOf(run, id)).toEqual([TEXT]);
  await run("UPDATE conversations SET away_at = away_at - interval '5 hours'");
  await sendAwayTexts();
  expect(await textsOf(run, id)).toEqual([TEXT, TEXT]);
});

test("more conversations than are looked up at once get it, and one that fails holds up none", async () => {
  const { write } = await closedSite(run);
  const ids = await write(...Array.from({ length: 120 }, (_, at) => 1 + at / 10));
  await run(`CREATE FUNCTION refuse_text() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
  await run(`CREATE TRIGGER refuse BEFORE INSERT ON messages FOR EACH ROW
    WHEN (NEW.conversation_id = '${ids.at(-1)}') EXECUTE FUNCTION refuse_text()`);
  await sendAwayTexts();
  const [counts] = await run(
    "SELECT count(*)::int AS texts, count(DISTINCT conversation_id)::int AS ids FROM messages WHERE sender_type = 'automatic'",
  );
  expect(counts).toEqual({ texts: 119, ids: 119 });
});

test("both sides get the away text at once, webhooks learn that it's automatic, and the wait goes on", async () => {
  await using listening = await newListeningSite({ events: ["message.created"] });
  const { owner, site: shop, receiver, secret } = listening;
  const { site: patched } = await ask(SiteResponse, 200, "PATCH", `/sites/${shop.id}`, {
    token: owner.token,
    body: { awayText: TEXT },
  });
  expect(patched.awayText).toBe(TEXT);
  await closeSite(sql, shop.id);
  const guest = await openWidget(shop);
  await using team = await ownerStream(owner);
  await using own = await visitorStream(guest);
  const { conversationId: id } = await start(guest, "Hello");
  const automatic = { seq: 2, senderType: "owner", senderId: shop.id, automatic: true, body: TEXT };
  for (const stream of [team, own]) {
    const { message } = await stream.next("message.created", (data) => data.message.seq === 2);
    expect(message).toMatchObject(automatic);
    expect(message).not.toHaveProperty("senderName");
  }
  const events = (await receiver.receives(2)).map((one) => open(one, secret));
  expect(events).toContainEqual(
    expect.objectContaining({
      data: expect.objectContaining({ message: expect.objectContaining({ automatic: true }) }),
    }),
  );
  const listed = await conversation(owner, id);
  expect(listed).toMatchObject({ lastMessagePreview: "Hello", lastMessageBy: "visitor", unreadCount: 1, lastSeq: 2 });
  expect(listed.waitingSince).toBe(listed.lastMessageAt);
  expect(listed).not.toHaveProperty("firstReplyAt");
  const { createdAt } = await reply(owner, id, "Good morning");
  expect(await conversation(owner, id)).toMatchObject({ firstReplyAt: createdAt, lastMessageBy: "owner" });
  expect((await allMessages(owner, id)).map(({ automatic: is = false }) => is)).toEqual([false, true, false]);
});

test("a text that's set is for messages after it, and the same text again changes nothing", async () => {
  const { owner, site: shop } = await newOwnerWithSite();
  const set = async (awayText: string | null) => {
    await ask(SiteResponse, 200, "PATCH", `/sites/${shop.id}`, { token: owner.token, body: { awayText } });
    const [stored] = await sql("SELECT away_text_at AS at FROM sites WHERE id = $1", [shop.id]);
    return stored?.at as Date | null;
  };
  const first = await set(TEXT);
  expect(Number(first)).toBeGreaterThan(Date.now() - MINUTE_MS);
  expect(await set(TEXT)).toEqual(first);
  expect(Number(await set("Other"))).toBeGreaterThan(Number(first));
  const call = { token: owner.token, body: { awayText: "x".repeat(501) } };
  await refuseFields(["awayText"], "PATCH", `/sites/${shop.id}`, call);
});

test("a text that's changed or removed in a language is for messages after that, and other words change nothing", async () => {
  const { owner, site: shop } = await newOwnerWithSite();
  const changes = async (body: object | undefined) => {
    const at = async () => (await sql("SELECT away_text_at AS at FROM sites WHERE id = $1", [shop.id]))[0]?.at;
    const before = await at();
    const path = `/sites/${shop.id}/words/de`;
    if (body) await ask(WordsResponse, 200, "PUT", path, { token: owner.token, body });
    else await askNothing("DELETE", path, { token: owner.token });
    return Number(await at()) > Number(before);
  };
  await ask(SiteResponse, 200, "PATCH", `/sites/${shop.id}`, { token: owner.token, body: { awayText: TEXT } });
  expect(await changes({ welcomeMessage: "Hallo" })).toBe(false);
  expect(await changes({ awayText: "Bis morgen." })).toBe(true);
  expect(await changes({ awayText: "Bis morgen.", replyTimeText: "Bald" })).toBe(false);
  expect(await changes({ awayText: "Bis Montag." })).toBe(true);
  expect(await changes({ awayText: null })).toBe(true);
  expect(await changes({ awayText: null })).toBe(false);
  expect(await changes({ awayText: "Bis Montag." })).toBe(true);
  expect(await changes(undefined)).toBe(true);
  await changes({ welcomeMessage: "Hallo" });
  expect(await changes(undefined)).toBe(false);
  const { words } = await ask(WordsResponse, 200, "GET", `/sites/${shop.id}/words`, { token: owner.token });
  expect(words).toEqual({});
});

test("a visitor gets the text in their language, and one of another language the site's own", async () => {
  const { siteId, writeOne } = await closedSite(run);
  await insertRows(run, "site_words", [
    { site_id: siteId, language: "de", away_text: "Bis morgen." },
    { site_id: siteId, language: "fr", welcome_message: "Bonjour" },
  ]);
  const expected = { de: "Bis morgen.", fr: TEXT, ja: TEXT };
  for (const [language, text] of Object.entries(expected)) {
    const id = await writeOne();
    await run("UPDATE visitors SET language = $2 WHERE id = (SELECT visitor_id FROM conversations WHERE id = $1)", [
      id,
      language,
    ]);
    await sendAwayTexts();
    expect(await textsOf(run, id), language).toEqual([text]);
  }
  const id = await writeOne();
  await run("UPDATE visitors SET language = 'de'");
  await run("UPDATE sites SET away_text = NULL, away_text_at = NULL");
  await sendAwayTexts();
  expect(await textsOf(run, id), "a site without a text of its own sends none").toEqual([]);
});

test("the language of the chat is the visitor's from the conversation they start on", async () => {
  const { site: shop } = await newOwnerWithSite();
  const guest = await openWidget(shop);
  const languageOf = async () =>
    (await sql("SELECT language FROM visitors WHERE id = $1", [guest.visitorId]))[0]?.language;
  const { conversationId } = await start(guest, "Hallo", { language: "de" });
  expect(await languageOf()).toBe("de");
  await start(guest, "Noch da?", { language: "fr" });
  expect(await languageOf(), "one that goes on has it already").toBe("de");
  await sql("UPDATE conversations SET status = 'closed' WHERE id = $1", [conversationId]);
  await start(guest, "Hello");
  expect(await languageOf()).toBe("de");
  for (const language of ["DE", "d", "de-DE", "<b>", ""]) {
    const body = { message: "Hello", language };
    await refuseFields(["language"], "POST", "/public/conversations", { token: guest.token, body });
  }
});
