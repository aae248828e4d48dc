import { expect, test } from "@playwright/test";
import { refuseFields } from "../support/api-client.ts";
import { conversation, markRead, newConversation, sendMessage } from "../support/factories.ts";

test.describe("POST /conversations/{conversationId}/read", () => {
  test("reads everything without a seq, and records when", async () => {
    const { owner, visitor, id } = await newConversation();
    await sendMessage(visitor, id, "Second");
    const { conversation: read } = await markRead(owner, id);
    expect(read.unreadCount).toBe(0);
    expect((read.lastReadByOwnerAt ?? "") >= read.lastMessageAt).toBe(true);
    expect(await conversation(owner, id)).toEqual(read);
  });

  test("moves the read position up to a seq, and never back", async () => {
    const { owner, visitor, id } = await newConversation();
    for (const text of ["Second", "Third"]) await sendMessage(visitor, id, text);
    expect((await markRead(owner, id, { seq: 2 })).conversation.unreadCount).toBe(1);
    expect((await markRead(owner, id, { seq: 1 })).conversation.unreadCount).toBe(1);
    expect((await markRead(owner, id, { seq: 0 })).conversation.unreadCount).toBe(1);
  });

  test("changes nothing if the read position is already there, so the request can be repeated", async () => {
    const { owner, id } = await newConversation();
    const { conversation: first } = await markRead(owner, id);
    expect((await markRead(owner, id)).conversation).toEqual(first);
  });

  test("advances updatedAt, so a client knows which of two responses is newer", async () => {
    const { owner, id } = await newConversation();
    const { updatedAt } = await conversation(owner, id);
    expect((await markRead(owner, id)).conversation.updatedAt > updatedAt).toBe(true);
  });

  for (const seq of [2, 2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER]) {
    test(`treats ${seq}, above the last, as the last`, async () => {
      const { owner, visitor, id } = await newConversation();
      expect((await markRead(owner, id, { seq })).conversation.unreadCount).toBe(0);
      await sendMessage(visitor, id, "Second");
      expect((await conversation(owner, id)).unreadCount).toBe(1);
    });
  }

  for (const seq of [-1, 1.5, "1", null, 1e300]) {
    test(`rejects the seq ${JSON.stringify(seq)} with a message`, async () => {
      const { owner, id } = await newConversation();
      const call = { token: owner.token, body: { seq } };
      const [said] = await refuseFields(["seq"], "POST", `/conversations/${id}/read`, call);
      expect(said).toMatch(/^must be (a whole number|at least 0|a number)$/);
    });
  }
});
