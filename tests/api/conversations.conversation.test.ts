import { expect, test } from "@playwright/test";
import { MessageResponse } from "#lib/desk/messages/schema.ts";
import { ask, type Call, refuse, refuseFields } from "../support/api-client.ts";
import {
  conversation,
  deleteConversation,
  inbox,
  markRead,
  newConversation,
  openWidget,
  ownConversations,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { storedRows } from "../support/stored-rows.ts";

test.describe("GET /conversations/{conversationId}", () => {
  test("returns the same shape as the list", async () => {
    const { owner, id } = await newConversation();
    expect([await conversation(owner, id)]).toEqual(await inbox(owner));
  });

  test("rejects a malformed id", async () => {
    const { owner } = await newConversation();
    await refuseFields(["conversationId"], "GET", "/conversations/1", { token: owner.token });
  });
});

test.describe("PATCH /conversations/{conversationId}", () => {
  test("closes and reopens the conversation, and advances updatedAt", async () => {
    const { owner, id } = await newConversation();
    const before = await conversation(owner, id);
    const { waitingSince: _, ...nobodyWaits } = before;
    const closed = await patchConversation(owner, id, { status: "closed" });
    expect(closed).toEqual({ ...nobodyWaits, status: "closed", eventSeq: 1, updatedAt: closed.updatedAt });
    expect(closed.updatedAt > before.updatedAt).toBe(true);
    const open = await patchConversation(owner, id, { status: "open" });
    expect(open).toEqual({ ...before, eventSeq: 2, updatedAt: open.updatedAt });
    expect(open.updatedAt > closed.updatedAt).toBe(true);
  });

  for (const status of ["open", "closed"]) {
    test(`changes nothing if it's ${status} already, so the request can be repeated`, async () => {
      const { owner, id } = await newConversation();
      const first = await patchConversation(owner, id, { status });
      expect(await patchConversation(owner, id, { status })).toEqual(first);
    });
  }

  test("changes nothing for {}", async () => {
    const { owner, id } = await newConversation();
    const before = await storedRows(owner);
    await patchConversation(owner, id, {});
    expect(await storedRows(owner)).toEqual(before);
  });

  test("marks a read conversation unread from the visitor's last message on", async () => {
    const { owner, visitor, id } = await newConversation();
    await sendMessage(visitor, id, "Second");
    expect((await markRead(owner, id)).conversation.unreadCount).toBe(0);
    expect((await patchConversation(owner, id, { unread: true })).unreadCount).toBe(1);
    expect((await patchConversation(owner, id, { unread: true })).unreadCount).toBe(1);
  });

  test("changes nothing if it's marked unread already", async () => {
    const { owner, id } = await newConversation();
    await markRead(owner, id);
    await patchConversation(owner, id, { unread: true });
    const before = await storedRows(owner);
    await patchConversation(owner, id, { unread: true });
    expect(await storedRows(owner)).toEqual(before);
  });

  test("keeps the unread count when a conversation that was never read is marked unread", async () => {
    const { owner, visitor, id } = await newConversation();
    await sendMessage(visitor, id, "Second");
    expect((await patchConversation(owner, id, { unread: true })).unreadCount).toBe(2);
  });

  test("closes and marks unread in one request", async () => {
    const { owner, id } = await newConversation();
    await markRead(owner, id);
    expect(await patchConversation(owner, id, { status: "closed", unread: true })).toMatchObject({
      status: "closed",
      unreadCount: 1,
    });
  });

  test("returns 409 with the other one's id if the visitor has a newer open conversation (C6)", async () => {
    const { owner, visitor, id } = await newConversation();
    await patchConversation(owner, id, { status: "closed" });
    const newer = (await start(visitor, "Again")).conversationId;
    const call = { token: owner.token, body: { status: "open", unread: true } };
    const before = await storedRows(owner);
    const problem = await refuse("open_conversation_exists", "PATCH", `/conversations/${id}`, call);
    expect(problem.conversationId).toBe(newer);
    expect(await storedRows(owner)).toEqual(before);
  });

  const refused: [field: string, body: object][] = [
    ["status", { status: "OPEN" }],
    ["status", { status: "snoozed" }],
    ["status", { status: null }],
    ["status", { status: ["open"] }],
    ["unread", { unread: false }],
    ["unread", { unread: "true" }],
    ["unread", { unread: 1 }],
  ];
  for (const [field, body] of refused) {
    test(`rejects ${JSON.stringify(body)}`, async () => {
      const { owner, id } = await newConversation();
      await refuseFields([field], "PATCH", `/conversations/${id}`, { token: owner.token, body });
    });
  }
});

test.describe("DELETE /conversations/{conversationId}", () => {
  test("deletes its messages and their keys, for the owner and the visitor", async () => {
    const { owner, site, visitor, id } = await newConversation();
    await reply(owner, id, "Yes?");
    const other = await start(await openWidget(site), "Someone else's");
    const call = { token: visitor.token, body: { message: "With a key" }, headers: { "Idempotency-Key": "k" } };
    await ask(MessageResponse, 201, "POST", `/public/conversations/${id}/messages`, call);

    await deleteConversation(owner, id);

    expect((await inbox(owner)).map((item) => item.id)).toEqual([other.conversationId]);
    expect(await ownConversations(visitor)).toEqual([]);
    const { messages, message_keys } = await storedRows(owner);
    expect(messages).toMatchObject([{ conversation_id: other.conversationId }]);
    expect(message_keys).toEqual([]);
  });

  test("returns 404 from then on, on every route with its id", async () => {
    const { owner, visitor, id } = await newConversation();
    await deleteConversation(owner, id);
    const gone: [method: string, path: string, call: Call][] = [
      ["DELETE", `/conversations/${id}`, { token: owner.token }],
      ["GET", `/conversations/${id}`, { token: owner.token }],
      ["PATCH", `/conversations/${id}`, { token: owner.token, body: { status: "open" } }],
      ["POST", `/conversations/${id}/messages`, { token: owner.token, body: { message: "Hi" } }],
      ["POST", `/conversations/${id}/read`, { token: owner.token, body: {} }],
      ["GET", `/public/conversations/${id}/messages`, { token: visitor.token }],
      ["POST", `/public/conversations/${id}/messages`, { token: visitor.token, body: { message: "Hi", name: "Ada" } }],
      ["POST", `/public/conversations/${id}/typing`, { token: visitor.token }],
    ];
    for (const [method, path, call] of gone) await refuse("not_found", method, path, call);
  });

  test("lets its visitor start again, under the same name", async () => {
    const { owner, visitor, id } = await newConversation();
    await start(visitor, "I am Ada", { name: "Ada" });
    await deleteConversation(owner, id);
    const again = await start(visitor, "Hello again");
    expect(again.message.seq).toBe(1);
    expect(await inbox(owner)).toMatchObject([{ id: again.conversationId, visitorName: "Ada" }]);
  });

  test("leaves a tombstone for processes that missed the event", async () => {
    const { owner, visitor, id } = await newConversation();
    await deleteConversation(owner, id);
    expect((await storedRows(owner)).deletions).toMatchObject([{ id, visitor_id: visitor.visitorId }]);
  });
});
