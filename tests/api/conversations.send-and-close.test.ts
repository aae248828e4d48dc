import { expect, test } from "@playwright/test";
import { MessageResponse } from "#lib/desk/messages/schema.ts";
import { ask, refuse, refuseFields } from "../support/api-client.ts";
import {
  conversation,
  newConversation,
  type Owner,
  openWidget,
  ownConversations,
  patchConversation,
  sendMessage,
  start,
} from "../support/factories.ts";
import { deliveries, newListeningSite } from "../support/webhooks.ts";

const sendAndClose = (owner: Owner, id: string, key?: string) =>
  ask(MessageResponse, 201, "POST", `/conversations/${id}/messages`, {
    token: owner.token,
    body: { message: "It's on its way.", close: true },
    ...(key && { headers: { "Idempotency-Key": key } }),
  });

test("a reply with close is stored, ends the wait and closes the conversation, until the visitor writes again", async () => {
  const { owner, visitor, id } = await newConversation();
  const { message } = await sendAndClose(owner, id);
  expect(message).toMatchObject({ seq: 2, senderType: "owner" });
  const closed = await conversation(owner, id);
  expect(closed).toMatchObject({ status: "closed", lastSeq: 2, lastMessageBy: "owner", unreadCount: 0 });
  expect(closed).not.toHaveProperty("waitingSince");
  expect(await ownConversations(visitor)).toMatchObject([{ id, status: "closed", unreadCount: 1 }]);
  const next = await sendMessage(visitor, id, "Thanks. One more thing:");
  expect(await conversation(owner, id)).toMatchObject({ status: "open", waitingSince: next.createdAt });
});

test("a repeated request returns the stored reply, and doesn't close a conversation that was reopened since", async () => {
  const { owner, visitor, id } = await newConversation();
  const { message } = await sendAndClose(owner, id, "once");
  await sendMessage(visitor, id, "Wait");
  expect((await sendAndClose(owner, id, "once")).message).toEqual(message);
  // The key's fingerprint is the text and the conversation.
  const call = { token: owner.token, body: { message: message.body }, headers: { "Idempotency-Key": "once" } };
  expect((await ask(MessageResponse, 201, "POST", `/conversations/${id}/messages`, call)).message).toEqual(message);
  expect(await conversation(owner, id)).toMatchObject({ status: "open", lastSeq: 3 });
});

test("a closed conversation gets a reply with close even if its visitor has another open one", async () => {
  const { owner, visitor, id } = await newConversation();
  await patchConversation(owner, id, { status: "closed" });
  const other = await start(visitor, "Something else");
  expect(other.conversationId).not.toBe(id);
  const call = { token: owner.token, body: { message: "About the first one" } };
  await refuse("open_conversation_exists", "POST", `/conversations/${id}/messages`, call);
  await sendAndClose(owner, id);
  expect(await conversation(owner, id)).toMatchObject({ status: "closed", lastSeq: 2 });
});

test("webhooks get the reply and one change to closed, however many replies close it at the same time", async () => {
  await using listening = await newListeningSite({ events: ["message.created", "conversation.updated"] });
  const { owner, site, hook } = listening;
  const { conversationId } = await start(await openWidget(site), "Hello");
  await Promise.all(Array.from({ length: 5 }, () => sendAndClose(owner, conversationId)));
  const types = (await deliveries(owner, hook)).map(({ type }) => type).toSorted();
  expect(types).toEqual(["conversation.updated", ...Array<string>(6).fill("message.created")]);
});

test("close is true or left out", async () => {
  const { owner, id } = await newConversation();
  for (const close of [false, null, "true"]) {
    const call = { token: owner.token, body: { message: "Hello", close } };
    await refuseFields(["close"], "POST", `/conversations/${id}/messages`, call);
  }
});
