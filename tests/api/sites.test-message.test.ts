import { expect, test } from "@playwright/test";
import type { MessageJson } from "#lib/desk/messages/schema.ts";
import { MessageResponse } from "#lib/desk/messages/schema.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { ask, refuseFields } from "../support/api-client.ts";
import { allMessages, inbox, newOwnerWithSite, newSite, type Owner, patchConversation } from "../support/factories.ts";
import { storedRows } from "../support/stored-rows.ts";

async function sendTestMessage(owner: Owner, site: SiteJson, message: string): Promise<MessageJson> {
  const call = { token: owner.token, body: { message } };
  return (await ask(MessageResponse, 201, "POST", `/sites/${site.id}/test-message`, call)).message;
}

test.describe("POST /sites/{siteId}/test-message", () => {
  test("arrives in the inbox like a visitor's message, from the test visitor", async () => {
    const { owner, site } = await newOwnerWithSite();
    const message = await sendTestMessage(owner, site, "Does it work?");
    const [item, ...more] = await inbox(owner);
    expect(more).toEqual([]);
    expect(item).toMatchObject({
      id: message.conversationId,
      siteId: site.id,
      visitorId: message.senderId,
      visitorName: "Test visitor",
      visitorVerified: false,
      status: "open",
      lastMessagePreview: "Does it work?",
      lastSeq: 1,
      unreadCount: 1,
    });
    expect(message).toMatchObject({ senderType: "visitor", body: "Does it work?", seq: 1 });
    expect(await allMessages(owner, message.conversationId)).toEqual([message]);
  });

  test("goes to the test visitor's open conversation, and to a new one once that is closed", async () => {
    const { owner, site } = await newOwnerWithSite();
    const first = await sendTestMessage(owner, site, "one");
    const second = await sendTestMessage(owner, site, "two");
    expect(second).toMatchObject({ conversationId: first.conversationId, senderId: first.senderId, seq: 2 });
    await patchConversation(owner, first.conversationId, { status: "closed" });
    const third = await sendTestMessage(owner, site, "three");
    expect(third).toMatchObject({ senderId: first.senderId, seq: 1 });
    expect(third.conversationId).not.toBe(first.conversationId);
  });

  test("uses one test visitor per site for concurrent messages", async () => {
    const { owner, site } = await newOwnerWithSite();
    const other = await newSite(owner);
    const sent = await Promise.all(Array.from({ length: 20 }, (_, at) => sendTestMessage(owner, site, `No. ${at}`)));
    await sendTestMessage(owner, other, "elsewhere");
    expect(new Set(sent.map((message) => message.conversationId)).size).toBe(1);
    expect(sent.map((message) => message.seq).toSorted((a, b) => a - b)).toEqual(sent.map((_, at) => at + 1));
    expect((await storedRows(owner)).visitors).toHaveLength(2);
  });

  for (const body of [{}, { message: null }, { message: "" }, { message: "x".repeat(4001) }, { message: "\0" }]) {
    test(`rejects ${JSON.stringify(body).slice(0, 30)}, and doesn't even create the test visitor`, async () => {
      const { owner, site } = await newOwnerWithSite();
      await refuseFields(["message"], "POST", `/sites/${site.id}/test-message`, { token: owner.token, body });
      expect((await storedRows(owner)).visitors).toEqual([]);
    });
  }
});
