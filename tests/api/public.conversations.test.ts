import { expect, test } from "@playwright/test";
import { StartConversationResponse } from "#lib/desk/conversations/schema.ts";
import { ask, refuse, refuseFields } from "../support/api-client.ts";
import {
  allMessages,
  conversation,
  inbox,
  newOwnerWithSite,
  openWidget,
  ownConversations,
  patchConversation,
  sendMessage,
  start,
} from "../support/factories.ts";
import { storedRows } from "../support/stored-rows.ts";

test.describe("POST /public/conversations", () => {
  test("starts a conversation with its first message, which the owner then has", async () => {
    const { owner, site } = await newOwnerWithSite();
    const visitor = await openWidget(site);
    const started = await start(visitor, "Hello");
    expect(started).toEqual({
      conversationId: started.conversationId,
      visitorId: visitor.visitorId,
      message: {
        id: started.message.id,
        conversationId: started.conversationId,
        senderType: "visitor",
        senderId: visitor.visitorId,
        body: "Hello",
        seq: 1,
        createdAt: started.message.createdAt,
      },
    });
    expect(await allMessages(owner, started.conversationId)).toEqual([started.message]);
  });

  test("reuses the visitor's open conversation, and starts a new one once that is closed", async () => {
    const { owner, site } = await newOwnerWithSite();
    const visitor = await openWidget(site);
    const first = await start(visitor, "one");
    const second = await start(visitor, "two");
    expect(second.conversationId).toBe(first.conversationId);
    expect(second.message.seq).toBe(2);
    await patchConversation(owner, first.conversationId, { status: "closed" });
    const third = await start(visitor, "three");
    expect(third.conversationId).not.toBe(first.conversationId);
    expect(third.message.seq).toBe(1);
    expect((await conversation(owner, first.conversationId)).status).toBe("closed");
  });

  test("updates the visitor's details and the page, and keeps those that are null or missing (B22)", async () => {
    const { owner, site } = await newOwnerWithSite();
    const visitor = await openWidget(site);
    await start(visitor, "1", {
      name: "Ada",
      email: "ada@example.com",
      pageUrl: "https://a.example",
      visitorId: "c-1",
    });
    await start(visitor, "2", { name: null, email: null, pageUrl: null });
    await start(visitor, "3");
    expect((await inbox(owner))[0]).toMatchObject({
      visitorName: "Ada",
      visitorEmail: "ada@example.com",
      pageUrl: "https://a.example",
      visitorExternalId: "c-1",
    });
    await start(visitor, "4", { name: "Grace", email: "grace@example.com", pageUrl: "/b", visitorId: "c-2" });
    expect((await inbox(owner))[0]).toMatchObject({
      visitorName: "Grace",
      visitorEmail: "grace@example.com",
      pageUrl: "/b",
      visitorExternalId: "c-2",
    });
  });

  test("doesn't store the visitor's own id as a label", async () => {
    const { owner, site } = await newOwnerWithSite();
    const visitor = await openWidget(site, { visitorId: "c-1" });
    await start(visitor, "Hello", { visitorId: visitor.visitorId.toUpperCase() });
    expect((await inbox(owner))[0]).toMatchObject({ visitorId: visitor.visitorId, visitorExternalId: "c-1" });
  });

  test("lets several visitors have one label, which proves nothing", async () => {
    const { owner, site } = await newOwnerWithSite();
    const visitors = [await openWidget(site), await openWidget(site)];
    for (const visitor of visitors) await start(visitor, "Hello", { visitorId: "shared" });
    expect((await storedRows(owner)).visitors).toHaveLength(2);
  });

  test("accepts the token's own siteKey, and rejects every other (A8)", async () => {
    const { owner, site } = await newOwnerWithSite();
    const other = await newOwnerWithSite();
    const visitor = await openWidget(site);
    await start(visitor, "Hello", { siteKey: site.publicKey });
    const before = [await storedRows(owner), await storedRows(other.owner)];
    for (const siteKey of [other.site.publicKey, "pk_unknown", ""]) {
      const call = { token: visitor.token, body: { message: "Hi", siteKey } };
      await refuse("site_mismatch", "POST", "/public/conversations", call);
    }
    expect([await storedRows(owner), await storedRows(other.owner)]).toEqual(before);
  });

  test("uses the last of two equal JSON keys, like JSON.parse (B9)", async () => {
    const { owner, site } = await newOwnerWithSite();
    const { token } = await openWidget(site);
    const raw = '{"message":"a","message":"b"}';
    const headers = { "Content-Type": "application/json" };
    const started = await ask(StartConversationResponse, 201, "POST", "/public/conversations", { token, raw, headers });
    expect((await allMessages(owner, started.conversationId)).map((message) => message.body)).toEqual(["b"]);
  });

  test("writes nothing for a rejected message, not even the visitor's details", async () => {
    const { owner, site } = await newOwnerWithSite();
    const visitor = await openWidget(site);
    const before = await storedRows(owner);
    const body = { message: "", name: "Ada", email: "ada@example.com", pageUrl: "https://a.example" };
    await refuseFields(["message"], "POST", "/public/conversations", { token: visitor.token, body });
    expect(await storedRows(owner)).toEqual(before);
  });
});

test.describe("GET /public/conversations", () => {
  test("is empty for a visitor who hasn't sent a message", async () => {
    const { site } = await newOwnerWithSite();
    expect(await ownConversations(await openWidget(site))).toEqual([]);
  });

  test("lists the visitor's own conversations, newest first, and no one else's", async () => {
    const { owner, site } = await newOwnerWithSite();
    const visitor = await openWidget(site);
    const first = await start(visitor, "one");
    await patchConversation(owner, first.conversationId, { status: "closed" });
    const second = await start(visitor, "two");
    await start(await openWidget(site), "someone else's");
    expect(await ownConversations(visitor)).toMatchObject([
      { id: second.conversationId, status: "open", lastMessagePreview: "two", lastSeq: 1, unreadCount: 0 },
      { id: first.conversationId, status: "closed", lastMessagePreview: "one", lastSeq: 1, unreadCount: 0 },
    ]);
    await patchConversation(owner, second.conversationId, { status: "closed" });
    await sendMessage(visitor, first.conversationId, "three");
    expect((await ownConversations(visitor)).map(({ id }) => id)).toEqual([
      first.conversationId,
      second.conversationId,
    ]);
  });
});
