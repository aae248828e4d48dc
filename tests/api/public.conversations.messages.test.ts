import { expect, test } from "@playwright/test";
import { MessageListResponse } from "#lib/desk/messages/schema.ts";
import { ask, refuse, refuseFields } from "../support/api-client.ts";
import {
  allMessages,
  conversation,
  deleteSite,
  newConversation,
  newOwnerWithSite,
  openWidget,
  patchConversation,
  sendMessage,
  start,
} from "../support/factories.ts";
import { storedRows } from "../support/stored-rows.ts";

test.describe("POST /public/conversations/{conversationId}/messages", () => {
  test("adds a message with the next seq, and updates the conversation's preview, time and unread count", async () => {
    const { owner, visitor, id } = await newConversation();
    const message = await sendMessage(visitor, id, "Second");
    expect(message).toMatchObject({ conversationId: id, senderType: "visitor", senderId: visitor.visitorId, seq: 2 });
    expect(await conversation(owner, id)).toMatchObject({
      lastSeq: 2,
      lastMessagePreview: "Second",
      lastMessageAt: message.createdAt,
      unreadCount: 2,
    });
    expect((await allMessages(owner, id)).at(-1)).toEqual(message);
  });

  test("reopens a closed conversation", async () => {
    const { owner, visitor, id } = await newConversation();
    await patchConversation(owner, id, { status: "closed" });
    await sendMessage(visitor, id, "Wait");
    expect(await conversation(owner, id)).toMatchObject({ status: "open", lastSeq: 2 });
  });

  test("returns 409 with the open one's id if the visitor has another open conversation", async () => {
    const { owner, visitor, id } = await newConversation();
    await patchConversation(owner, id, { status: "closed" });
    const newer = await start(visitor, "Again");
    const before = await storedRows(owner);
    const call = { token: visitor.token, body: { message: "Old one", name: "Ada" } };
    const problem = await refuse("open_conversation_exists", "POST", `/public/conversations/${id}/messages`, call);
    expect(problem.conversationId).toBe(newer.conversationId);
    expect(await storedRows(owner)).toEqual(before);
  });

  test("updates the visitor's details, and keeps those that are null or missing", async () => {
    const { owner, visitor, id } = await newConversation();
    await sendMessage(visitor, id, "1", { name: "Ada", email: "ada@example.com", visitorId: "c-1" });
    await sendMessage(visitor, id, "2", { name: null, email: null });
    await sendMessage(visitor, id, "3");
    const who = { visitorName: "Ada", visitorEmail: "ada@example.com", visitorExternalId: "c-1" };
    expect(await conversation(owner, id)).toMatchObject(who);
    await sendMessage(visitor, id, "4", { name: "Grace" });
    expect(await conversation(owner, id)).toMatchObject({ ...who, visitorName: "Grace" });
  });

  test("rejects another site's key", async () => {
    const { visitor, id } = await newConversation();
    const other = await newOwnerWithSite();
    const call = { token: visitor.token, body: { message: "Hi", siteKey: other.site.publicKey } };
    await refuse("site_mismatch", "POST", `/public/conversations/${id}/messages`, call);
    // What is not there is not there first, whatever else is wrong (contract.md section 2).
    await refuse("not_found", "POST", `/public/conversations/${crypto.randomUUID()}/messages`, call);
  });

  test("checks the path and the body together, and only then looks for the conversation", async () => {
    const { visitor } = await newConversation();
    const call = { token: visitor.token, body: {} };
    await refuseFields(["conversationId", "message"], "POST", "/public/conversations/1/messages", call);
    const missing = "/public/conversations/018f0000-0000-7000-8000-000000000000/messages";
    await refuseFields(["message"], "POST", missing, call);
    await refuse("not_found", "POST", missing, { ...call, body: { message: "Hi" } });
  });

  test("returns 404 once the conversation is gone with its site", async () => {
    const { owner, site, visitor, id } = await newConversation();
    await deleteSite(owner, site);
    await refuse("not_found", "POST", `/public/conversations/${id}/messages`, {
      token: visitor.token,
      body: { message: "Hi", name: "Ada" },
    });
  });
});

test.describe("GET /public/conversations/{conversationId}/messages", () => {
  test("returns the visitor's history after a reload", async () => {
    const { site, visitor, id } = await newConversation();
    const second = await sendMessage(visitor, id, "Second");
    const back = await openWidget(site, { visitorToken: visitor.visitorToken });
    const page = await ask(MessageListResponse, 200, "GET", `/public/conversations/${id}/messages`, {
      token: back.token,
    });
    expect(page.messages.map((message) => message.body)).toEqual(["Hello", "Second"]);
    expect(page.messages[1]).toEqual(second);
  });
});
