import { expect, test } from "@playwright/test";
import { askNothing, send } from "../support/api-client.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import {
  conversation,
  deleteConversation,
  deleteSite,
  markRead,
  newOwnerWithSite,
  openWidget,
  ownConversations,
  patchConversation,
  reply,
  start,
} from "../support/factories.ts";

/** A conversation with both sides connected, whose first message isn't on its way to streams any longer. */
async function connectedConversation() {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const first = await ownerStream(owner);
  const { conversationId: id } = await start(visitor, "Hello");
  await first.next("message.created");
  await first[Symbol.asyncDispose]();
  const place = { owner, site, visitor, id };
  const [atOwner, atVisitor] = [await ownerStream(place.owner), await visitorStream(place.visitor)];
  const disposeAll = () => Promise.all([atOwner[Symbol.asyncDispose](), atVisitor[Symbol.asyncDispose]()]);
  return { ...place, atOwner, atVisitor, [Symbol.asyncDispose]: async () => void (await disposeAll()) };
}

// What a command tells to which side, as the streams of both show it (contract.md section 7).
test.describe("both sides get an event for", () => {
  test("a reply, with the conversation as each side lists it", async () => {
    await using place = await connectedConversation();
    const { owner, visitor, id, atOwner, atVisitor } = place;
    const message = await reply(owner, id, "How can I help?");
    expect(await atOwner.next("message.created")).toEqual({ message, conversation: await conversation(owner, id) });
    const [listed] = await ownConversations(visitor);
    expect(await atVisitor.next("message.created")).toEqual({ message, conversation: listed });
    expect(listed).toMatchObject({ unreadCount: 1 });
  });

  test("a test message, as for a real one", async () => {
    await using place = await connectedConversation();
    const { owner, site, atOwner } = place;
    const call = { token: owner.token, body: { message: "Does it work?" } };
    const { message } = JSON.parse((await send("POST", `/sites/${site.id}/test-message`, call)).text);
    expect((await atOwner.next("message.created")).message).toEqual(message);
  });

  test("the owner's read position, once, and not if it was there already", async () => {
    await using place = await connectedConversation();
    const { owner, id, atOwner, atVisitor } = place;
    await markRead(owner, id);
    await markRead(owner, id);
    await reply(owner, id, "The end");
    const read = { conversationId: id, by: "owner", seq: 1 };
    for (const stream of [atOwner, atVisitor]) {
      expect(await stream.next("read")).toEqual(read);
      await stream.next("message.created");
      expect(stream.received.filter(({ name }) => name === "read")).toHaveLength(1);
    }
  });

  test("the visitor's read position", async () => {
    await using place = await connectedConversation();
    const { owner, visitor, id, atOwner, atVisitor } = place;
    await reply(owner, id, "Seen?");
    await askNothing("POST", `/public/conversations/${id}/read`, { token: visitor.token, body: { seq: 9 } });
    const read = { conversationId: id, by: "visitor", seq: 2 };
    for (const stream of [atOwner, atVisitor]) expect(await stream.next("read")).toEqual(read);
  });

  test("a deletion, with only an id", async () => {
    await using place = await connectedConversation();
    const { owner, id, atOwner, atVisitor } = place;
    await deleteConversation(owner, id);
    for (const stream of [atOwner, atVisitor]) {
      expect(await stream.next("conversation.updated")).toEqual({ id, deleted: true });
    }
  });
});

test("only the other side gets an event when someone types", async () => {
  await using place = await connectedConversation();
  const { owner, visitor, id, atOwner, atVisitor } = place;
  await askNothing("POST", `/conversations/${id}/typing`, { token: owner.token });
  expect(await atVisitor.next("typing")).toEqual({ conversationId: id, by: "owner" });
  await askNothing("POST", `/public/conversations/${id}/typing`, { token: visitor.token });
  expect(await atOwner.next("typing")).toEqual({ conversationId: id, by: "visitor" });
  await reply(owner, id, "The end");
  for (const stream of [atOwner, atVisitor]) {
    await stream.next("message.created");
    expect(stream.names()).toEqual(["ready", "typing", "message.created"]);
  }
});

test("no one gets an event for a replayed or rejected message", async () => {
  await using place = await connectedConversation();
  const { owner, visitor, id, atOwner, atVisitor } = place;
  const say = (message: string) => {
    const call = { token: visitor.token, body: { message }, headers: { "Idempotency-Key": "k" } };
    return send("POST", `/public/conversations/${id}/messages`, call);
  };
  for (const [text, status] of [
    ["Once", 201],
    ["Once", 201],
    ["Other", 409],
    ["", 400],
  ] as const) {
    expect((await say(text)).status).toBe(status);
  }
  await patchConversation(owner, id, { status: "open" });
  await reply(owner, id, "The end");
  for (const stream of [atOwner, atVisitor]) {
    expect((await stream.next("message.created")).message.body).toBe("Once");
    expect((await stream.next("message.created")).message.body).toBe("The end");
    expect(stream.names()).toEqual(["ready", "message.created", "message.created"]);
  }
});

test("the owner's other tabs get an event when a conversation is marked unread", async () => {
  await using place = await connectedConversation();
  const { owner, id, atOwner } = place;
  await markRead(owner, id);
  const unread = await patchConversation(owner, id, { unread: true });
  const event = await atOwner.next(
    "conversation.updated",
    (data) => "conversation" in data && data.conversation.unreadCount === 1,
  );
  expect(event).toEqual({ conversation: unread });
});

test("a site's visitors get an event when it's deleted, in whichever case its id was written", async () => {
  await using place = await connectedConversation();
  const { owner, site, atOwner, atVisitor } = place;
  await deleteSite(owner, { ...site, id: site.id.toUpperCase() });
  expect(await atVisitor.ended).toBe("closed");
  await atOwner.next("resync");
});
