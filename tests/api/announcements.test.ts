import { expect, test } from "@playwright/test";
import { askNothing, send } from "../support/api-client.ts";
import { ownerStream, visitorStream } from "../support/event-stream.ts";
import {
  conversation,
  deleteConversation,
  deleteSite,
  markRead,
  newConversation,
  ownConversations,
  patchConversation,
  reply,
} from "../support/factories.ts";

/** A conversation with both sides connected. */
async function connectedConversation() {
  const place = await newConversation();
  const [atOwner, atVisitor] = [await ownerStream(place.owner), await visitorStream(place.visitor)];
  const disposeAll = () => Promise.all([atOwner[Symbol.asyncDispose](), atVisitor[Symbol.asyncDispose]()]);
  return { ...place, atOwner, atVisitor, [Symbol.asyncDispose]: async () => void (await disposeAll()) };
}

// What a command tells to which side, as the streams of both show it (contract.md section 7).
test.describe("both sides hear at once of", () => {
  test("a reply, with the conversation as listed to each", async () => {
    await using place = await connectedConversation();
    const { owner, visitor, id, atOwner, atVisitor } = place;
    const message = await reply(owner, id, "How can I help?");
    expect(await atOwner.next("message.created")).toEqual({ message, conversation: await conversation(owner, id) });
    const [listed] = await ownConversations(visitor);
    expect(await atVisitor.next("message.created")).toEqual({ message, conversation: listed });
    expect(listed).toMatchObject({ unreadCount: 1 });
  });

  test("a test message, because it takes the path of a real one", async () => {
    await using place = await connectedConversation();
    const { owner, site, atOwner } = place;
    const call = { token: owner.token, body: { message: "Does it work?" } };
    const { message } = JSON.parse((await send("POST", `/sites/${site.id}/test-message`, call)).text);
    expect((await atOwner.next("message.created")).message).toEqual(message);
  });

  test("what the owner has read, once, and not of what was read already", async () => {
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

  test("what the visitor has read", async () => {
    await using place = await connectedConversation();
    const { owner, visitor, id, atOwner, atVisitor } = place;
    await reply(owner, id, "Seen?");
    await askNothing("POST", `/public/conversations/${id}/read`, { token: visitor.token, body: { seq: 9 } });
    const read = { conversationId: id, by: "visitor", seq: 2 };
    for (const stream of [atOwner, atVisitor]) expect(await stream.next("read")).toEqual(read);
  });

  test("a deletion, as an id alone", async () => {
    await using place = await connectedConversation();
    const { owner, id, atOwner, atVisitor } = place;
    await deleteConversation(owner, id);
    for (const stream of [atOwner, atVisitor]) {
      expect(await stream.next("conversation.updated")).toEqual({ id, deleted: true });
    }
  });
});

test("only the other side hears that someone is typing", async () => {
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

test("nobody hears of a message that was sent again, nor of what was refused", async () => {
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

test("the owner's own tabs hear that a conversation was marked unread", async () => {
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

test("a site's visitors hear of its end, in whichever case its id was written", async () => {
  await using place = await connectedConversation();
  const { owner, site, atOwner, atVisitor } = place;
  await deleteSite(owner, { ...site, id: site.id.toUpperCase() });
  expect(await atVisitor.ended).toBe("closed");
  await atOwner.next("resync");
});
