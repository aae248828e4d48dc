import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { MessageResponse } from "#lib/desk/messages/schema.ts";
import { addMessages } from "../support/added-messages.ts";
import { ask, askNothing, refuse, send } from "../support/api-client.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import {
  allMessages,
  inbox,
  newConversation,
  newOwnerWithSite,
  type Owner,
  openWidget,
  ownConversations,
  patchConversation,
  reply,
  start,
} from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { insertRows } from "../support/insert-rows.ts";
import { rowsContaining } from "../support/rows-containing.ts";
import { startProcess } from "../support/start-process.ts";
import { sql, storedRows } from "../support/stored-rows.ts";
import { newVouchingSite } from "../support/verified.ts";

const erase = ({ token }: Owner, visitorId: string) => askNothing("DELETE", `/visitors/${visitorId}`, { token });

/** Where something is besides the tombstones, which are ids, and the requests counted in the last two minutes. */
async function traces(texts: string[]): Promise<Record<string, number>> {
  const { deletions: _, limit_counts: __, ...rows } = await rowsContaining(texts);
  return rows;
}

/** An owner's conversations with one visitor, one of them closed, and everything stored next to them. */
async function newVisitorWithMuch() {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  // In everything that is stored of them, and nowhere else.
  const mark = randomUUID().slice(0, 18);
  const about = { name: `Zoë ${mark}`, email: `${mark}@example.com`, pageUrl: `https://shop.example.com/${mark}` };
  const first = await start(visitor, `My number is ${mark}`, { ...about, visitorId: `customer ${mark}` });
  await reply(owner, first.conversationId, `Thank you, ${mark}`);
  await patchConversation(owner, first.conversationId, { status: "closed" });
  const second = await start(visitor, "One more thing");
  const other = await openWidget(site);
  const kept = await start(other, "I am someone else");
  return {
    owner,
    site,
    visitor,
    mark,
    ids: [first.conversationId, second.conversationId],
    other,
    kept: kept.conversationId,
  };
}

test.describe("DELETE /visitors/{id}", () => {
  test("deletes everything of the visitor but their id, and nothing of others (G1)", async () => {
    const { owner, visitor, mark, ids, other, kept } = await newVisitorWithMuch();
    expect(await traces([mark])).toEqual({ visitors: 1, conversations: 1, messages: 2 });
    await erase(owner, visitor.visitorId);
    expect(await traces([visitor.visitorId, mark, ...ids])).toEqual({});
    const { deletions } = await storedRows(owner);
    expect(deletions.filter(({ id }) => id === visitor.visitorId)).toHaveLength(1);
    expect((await inbox(owner)).map(({ id }) => id)).toEqual([kept]);
    expect(await ownConversations(other)).toHaveLength(1);
    await refuse("not_found", "DELETE", `/visitors/${visitor.visitorId}`, { token: owner.token });
  });

  test("invalidates the visitor's token immediately, on every route (G1)", async () => {
    const { owner, site, visitor, ids } = await newVisitorWithMuch();
    await erase(owner, visitor.visitorId);
    const { token, visitorToken, visitorId } = visitor;
    const before = await storedRows(owner);
    const call = { token, body: { message: "Still there?" }, headers: { "Idempotency-Key": "again" } };
    await refuse("unauthenticated", "POST", "/public/conversations", call);
    await refuse("unauthenticated", "POST", `/public/conversations/${ids[1]}/messages`, call);
    await refuse("unauthenticated", "GET", "/public/conversations", { token });
    await refuse("unauthenticated", "GET", `/public/conversations/${ids[1]}/messages`, { token });
    await refuse("unauthenticated", "POST", `/public/conversations/${ids[1]}/read`, { token, body: { seq: 1 } });
    await refuse("unauthenticated", "POST", `/public/conversations/${ids[1]}/typing`, { token });
    await refuse("unauthenticated", "GET", "/public/events", { token });
    expect(await storedRows(owner)).toEqual(before);

    const again = await openWidget(site, { visitorToken });
    expect(again.visitorId).not.toBe(visitorId);
    expect(again.conversation).toBeUndefined();
    await start(again, "Hello, I am new");
    expect((await openWidget(site, { visitorToken: again.visitorToken })).visitorId).toBe(again.visitorId);
  });

  test("gives a verified visitor a new history with the same proof (G1)", async () => {
    const { owner, openAs } = await newVouchingSite();
    const visitor = await openAs("customer-7");
    await start(visitor, "Who I am is certain");
    await erase(owner, visitor.visitorId);
    await refuse("unauthenticated", "POST", "/public/conversations", { token: visitor.token, body: { message: "Hm" } });
    const again = await openAs("customer-7");
    expect(again.visitorId).not.toBe(visitor.visitorId);
    expect(await ownConversations(again)).toEqual([]);
  });

  test("ends the visitor's streams in every process, and removes the conversations from the owner's list (G1)", {
    tag: "@all",
  }, async () => {
    const { owner, visitor, ids, other } = await newVisitorWithMuch();
    await using elsewhere = await startProcess("elsewhere");
    await using list = await ownerStream(owner);
    await using here = await visitorStream(visitor);
    await using there = await visitorStream(visitor, elsewhere);
    await using others = await visitorStream(other);
    await erase(owner, visitor.visitorId);
    const gone = [await list.next("conversation.updated"), await list.next("conversation.updated")];
    expect(gone).toEqual(expect.arrayContaining(ids.map((id) => ({ id, deleted: true }))));
    expect(await Promise.all([here.ended, there.ended])).toEqual(["closed", "closed"]);
    await start(other, "And I go on");
    expect((await others.next("message.created")).message.body).toBe("And I go on");
  });

  test("rejects a message that waited for the erasure (C17, G1)", async () => {
    const { owner, visitor } = await newConversation();
    await using held = await holdTransaction();
    await held.run("SELECT FROM visitors WHERE id = $1 FOR UPDATE", [visitor.visitorId]);
    await held.run("INSERT INTO deletions SELECT id, workspace_id, id, now() FROM visitors WHERE id = $1", [
      visitor.visitorId,
    ]);
    await held.run("DELETE FROM visitors WHERE id = $1", [visitor.visitorId]);
    const sending = refuse("unauthenticated", "POST", "/public/conversations", {
      token: visitor.token,
      body: { message: "Just in time?", name: "Zoë Quartz" },
      headers: { "Idempotency-Key": "waiting" },
    });
    await held.untilWaitedFor();
    await held.end("COMMIT");
    await sending;
    const { visitors, conversations, messages, message_keys } = await storedRows(owner);
    expect([visitors, conversations, messages, message_keys]).toEqual([[], [], [], []]);
  });

  test("leaves no row behind while both sides write: they get 201, then 401 or 404 (C17)", async () => {
    const { owner, visitor, id } = await newConversation();
    const write = (n: number) => {
      if (n % 3 === 0) {
        return send("POST", `/conversations/${id}/messages`, { token: owner.token, body: { message: `Reply ${n}` } });
      }
      const path = n % 3 === 1 ? "/public/conversations" : `/public/conversations/${id}/messages`;
      return send("POST", path, { token: visitor.token, body: { message: `Nr ${n}`, name: "Zoë" } });
    };
    const before = Array.from({ length: 20 }, (_, n) => write(n));
    const erasing = erase(owner, visitor.visitorId);
    const after = Array.from({ length: 20 }, (_, n) => write(n));
    const responses = await Promise.all([...before, ...after]);
    await erasing;
    for (const { status } of responses) expect([201, 401, 404]).toContain(status);
    expect(await traces([visitor.visitorId])).toEqual({});
    const { messages, message_keys } = await storedRows(owner);
    expect([messages, message_keys]).toEqual([[], []]);
  });

  test("erases a visitor with many conversations and messages in batches (G1)", async () => {
    const { owner, visitor } = await newConversation();
    const closed = Array.from({ length: 450 }, () => ({ visitor_id: visitor.visitorId, status: "closed" }));
    const made = await insertRows(sql, "conversations", closed);
    const bodies = Array.from({ length: 12 }, (_, at) => ({ body: `Nr ${at + 1}` }));
    await addMessages(sql, Object.fromEntries(made.map((row) => [String(row.id), bodies])));
    await using list = await ownerStream(owner);
    await erase(owner, visitor.visitorId);
    expect(await traces([visitor.visitorId])).toEqual({});
    expect(await inbox(owner)).toEqual([]);
    const gone = new Set<string>();
    while (gone.size < 451) {
      const event = await list.next("conversation.updated");
      if ("id" in event) gone.add(event.id);
    }
    const { deletions } = await storedRows(owner);
    expect(deletions).toHaveLength(452);
  });

  test("rejects a malformed id, and lets the test visitor come back", async () => {
    const { owner, site } = await newOwnerWithSite();
    await refuse("invalid_request", "DELETE", "/visitors/none", { token: owner.token });
    const send = () =>
      ask(MessageResponse, 201, "POST", `/sites/${site.id}/test-message`, {
        token: owner.token,
        body: { message: "Test" },
      });
    const { message } = await send();
    await erase(owner, message.senderId);
    const again = await send();
    expect(again.message.senderId).not.toBe(message.senderId);
    expect(await allMessages(owner, again.message.conversationId)).toHaveLength(1);
  });
});
