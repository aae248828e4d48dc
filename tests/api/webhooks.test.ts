import { expect, test } from "@playwright/test";
import { MessageResponse } from "#lib/desk/messages/schema.ts";
import { ask, askNothing, refuse } from "../support/api-client.ts";
import {
  deleteConversation,
  deleteSite,
  markRead,
  newOwnerWithSite,
  newSite,
  openWidget,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { storedRows } from "../support/stored-rows.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { attempted, deliveries, hookPath, newHook, newListeningSite, open, sendTest } from "../support/webhooks.ts";

type Event = { type: string; timestamp: string; data: Record<string, unknown> };

const DETAILS = { name: "Zoë Tester", email: "zoe@example.com", pageUrl: "https://shop.example/secret-page" };

test("a webhook reports a conversation from its first message to its deletion, with only ids and states (G1)", async () => {
  await using listening = await newListeningSite();
  const { owner, site, receiver, secret } = listening;
  const visitor = await openWidget(site);
  const events: Event[] = [];
  const receive = async (count: number) => {
    const all = await receiver.receives(events.length + count);
    const news = all.slice(events.length).map((one) => open(one, secret) as Event);
    events.push(...news);
    return news.sort((a, b) => a.type.localeCompare(b.type)).map(({ type, data }) => ({ type, ...data }));
  };

  const { conversationId, message } = await start(visitor, "Hello, my order is late", DETAILS);
  const about = { siteId: site.id, conversationId, visitorId: visitor.visitorId };
  const ofVisitor = { id: message.id, seq: 1, senderType: "visitor", senderId: visitor.visitorId };
  expect(await receive(2)).toEqual([
    { type: "conversation.created", ...about, status: "open" },
    { type: "message.created", ...about, message: ofVisitor },
  ]);
  const sent = await reply(owner, conversationId, "It is on its way");
  const ofOwner = { id: sent.id, seq: 2, senderType: "owner", senderId: owner.user.id };
  expect(await receive(1)).toEqual([{ type: "message.created", ...about, message: ofOwner }]);
  await patchConversation(owner, conversationId, { status: "closed" });
  expect(await receive(1)).toEqual([{ type: "conversation.updated", ...about, status: "closed" }]);
  await patchConversation(owner, conversationId, { status: "open" });
  expect(await receive(1)).toEqual([{ type: "conversation.updated", ...about, status: "open" }]);
  await patchConversation(owner, conversationId, { status: "closed" });
  await receive(1);
  await sendMessage(visitor, conversationId, "Still not here");
  expect(await receive(2)).toMatchObject([
    { type: "conversation.updated", ...about, status: "open" },
    { type: "message.created", ...about, message: { seq: 3 } },
  ]);
  await deleteConversation(owner, conversationId);
  expect(await receive(1)).toEqual([{ type: "conversation.deleted", ...about }]);

  const everything = JSON.stringify(receiver.received);
  for (const text of [...Object.values(DETAILS), "order", "on its way", owner.email])
    expect(everything).not.toContain(text);
  expect(receiver.received.every(({ headers }) => headers["content-type"] === "application/json")).toBe(true);
});

test("a webhook sends nothing about unchanged data, other sites or events that weren't chosen", async () => {
  await using listening = await newListeningSite({ events: ["conversation.updated"] });
  const { owner, site, receiver, hook } = listening;
  const elsewhere = await start(await openWidget(await newSite(owner)), "From afar");
  await patchConversation(owner, elsewhere.conversationId, { status: "closed" });
  const { conversationId } = await start(await openWidget(site), "Hello");
  await patchConversation(owner, conversationId, { status: "open" });
  await markRead(owner, conversationId);
  await patchConversation(owner, conversationId, { unread: true });
  await patchConversation(owner, conversationId, { status: "closed" });
  await patchConversation(owner, conversationId, { status: "closed" });
  await receiver.receives(1);
  expect(await deliveries(owner, hook)).toHaveLength(1);
});

test("reports a change once, even if several requests close the conversation at the same time", async () => {
  await using listening = await newListeningSite({ events: ["conversation.updated"] });
  const { owner, site, hook } = listening;
  const { conversationId } = await start(await openWidget(site), "Hello");
  await Promise.all(Array.from({ length: 10 }, () => patchConversation(owner, conversationId, { status: "closed" })));
  expect(await deliveries(owner, hook)).toHaveLength(1);
});

test("a webhook sends nothing about spam and blocked visitors, except deletions", async () => {
  await using listening = await newListeningSite();
  const { owner, site, hook } = listening;
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "Buy now");
  await patchConversation(owner, conversationId, { spam: true });
  const before = await deliveries(owner, hook);
  await sendMessage(visitor, conversationId, "Buy more");
  await patchConversation(owner, conversationId, { status: "closed" });
  await patchConversation(owner, conversationId, { visitorBlocked: true });
  await refuse("not_accepted", "POST", "/public/conversations", {
    token: visitor.token,
    body: { message: "And more" },
  });
  expect(await deliveries(owner, hook)).toHaveLength(before.length);
  await deleteConversation(owner, conversationId);
  expect((await deliveries(owner, hook)).map(({ type }) => type)).toEqual(["conversation.deleted"]);
});

test("a test visitor's messages are marked as a test", async () => {
  await using listening = await newListeningSite({ events: ["message.created"] });
  const { owner, site, receiver, secret } = listening;
  const call = { token: owner.token, body: { message: "Is this working?" } };
  await ask(MessageResponse, 201, "POST", `/sites/${site.id}/test-message`, call);
  const [event] = await receiver.receives(1);
  expect(open(event, secret)).toMatchObject({ type: "message.created", data: { test: true } });
});

test("a conversation is written to, closed and deleted while one of the site's webhooks is being deleted", async () => {
  await using receiver = await startReceiver();
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "Hello");
  const changes = [
    () => sendMessage(visitor, conversationId, "One more"),
    () => patchConversation(owner, conversationId, { status: "closed" }),
    () => deleteConversation(owner, conversationId),
  ];
  for (const change of changes) {
    const { hook } = await newHook(owner, site, receiver.url);
    await using deleting = await holdTransaction();
    await deleting.run("DELETE FROM webhook_endpoints WHERE id = $1", [hook.id]);
    const changed = change();
    await deleting.untilWaitedFor();
    await deleting.end("COMMIT");
    await changed;
  }
});

test("messages are stored while a webhook's log is being deleted, however long that takes", async () => {
  await using listening = await newListeningSite({ events: ["message.created"] });
  const { owner, site, hook } = listening;
  const { id } = await sendTest(owner, hook);
  await attempted(owner, hook, id, 1);
  const visitor = await openWidget(site);
  await using holding = await holdTransaction();
  await holding.run("SELECT FROM webhook_deliveries WHERE id = $1 FOR UPDATE", [id]);
  const deleted = askNothing("DELETE", hookPath(hook), { token: owner.token });
  await holding.untilWaitedFor();
  await start(visitor, "Hello");
  await holding.end("COMMIT");
  await deleted;
});

test("pending deliveries of an erased visitor are reduced to ids, and those of a deleted site are removed (G1)", async () => {
  await using listening = await newListeningSite();
  const { owner, site, receiver, hook } = listening;
  receiver.behave((_, response) => response.writeHead(500).end());
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "Hello", DETAILS);
  expect(await deliveries(owner, hook)).toHaveLength(2);
  await askNothing("DELETE", `/visitors/${visitor.visitorId}`, { token: owner.token });
  const left = (await storedRows(owner)).webhook_deliveries;
  expect(left).toMatchObject([{ type: "conversation.deleted", conversation_id: null, message_id: null }]);
  expect(left[0]?.data).toEqual({ siteId: site.id, conversationId, visitorId: visitor.visitorId });
  await deleteSite(owner, site);
  const { webhook_endpoints, webhook_deliveries } = await storedRows(owner);
  expect([...webhook_endpoints, ...webhook_deliveries]).toEqual([]);
});
