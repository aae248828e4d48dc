import { expect, test } from "@playwright/test";
import { askNothing, refuseFields } from "../support/api-client.ts";
import {
  conversation,
  markRead,
  newConversation,
  ownConversations,
  patchConversation,
  readPositions,
  reply,
  sendMessage,
  type Visitor,
} from "../support/factories.ts";
import { storedRows } from "../support/stored-rows.ts";

const read = ({ token }: Visitor, id: string, seq: number) =>
  askNothing("POST", `/public/conversations/${id}/read`, { token, body: { seq } });

async function unreadOf(visitor: Visitor): Promise<number | undefined> {
  return (await ownConversations(visitor))[0]?.unreadCount;
}

test.describe("POST /public/conversations/{conversationId}/read", () => {
  test("moves the read position up to a seq, and never back", async () => {
    const { owner, visitor, id } = await newConversation();
    for (const text of ["Two", "Three", "Four"]) await reply(owner, id, text);
    expect(await unreadOf(visitor)).toBe(3);
    await read(visitor, id, 3);
    expect(await unreadOf(visitor)).toBe(1);
    for (const seq of [2, 0]) await read(visitor, id, seq);
    expect(await unreadOf(visitor)).toBe(1);
    expect(await readPositions(owner, visitor, id)).toEqual({ owner: 4, visitor: 3 });
  });

  for (const seq of [2, 2_147_483_648, Number.MAX_SAFE_INTEGER]) {
    test(`treats ${seq}, at or above the last, as the last`, async () => {
      const { owner, visitor, id } = await newConversation();
      await reply(owner, id, "Two");
      await read(visitor, id, seq);
      expect(await readPositions(owner, visitor, id)).toEqual({ owner: 2, visitor: 2 });
      await reply(owner, id, "Three");
      expect(await unreadOf(visitor)).toBe(1);
    });
  }

  test("notifies the owner with a later updatedAt, and keeps the owner's own count and time", async () => {
    const { owner, visitor, id } = await newConversation();
    await reply(owner, id, "Two");
    const before = await conversation(owner, id);
    await read(visitor, id, 2);
    const after = await conversation(owner, id);
    expect(after).toEqual({ ...before, updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);
  });

  test("changes nothing if the read position is already there", async () => {
    const { owner, visitor, id } = await newConversation();
    const before = await storedRows(owner);
    await read(visitor, id, 1);
    expect(await storedRows(owner)).toEqual(before);
  });

  for (const seq of [undefined, null, -1, 1.5, "1", 1e300]) {
    test(`rejects the seq ${JSON.stringify(seq)}`, async () => {
      const { visitor, id } = await newConversation();
      const call = { token: visitor.token, body: { seq } };
      await refuseFields(["seq"], "POST", `/public/conversations/${id}/read`, call);
    });
  }
});

test.describe("GET a conversation's read positions, as its owner and as its visitor", () => {
  test(`returns both sides' positions, so "seen" is shown after a reload`, async () => {
    const { owner, visitor, id } = await newConversation();
    expect(await readPositions(owner, visitor, id)).toEqual({ owner: 0, visitor: 1 });
    await sendMessage(visitor, id, "Two");
    await markRead(owner, id, { seq: 1 });
    expect(await readPositions(owner, visitor, id)).toEqual({ owner: 1, visitor: 2 });
    await markRead(owner, id);
    expect(await readPositions(owner, visitor, id)).toEqual({ owner: 2, visitor: 2 });
    await patchConversation(owner, id, { unread: true });
    expect(await readPositions(owner, visitor, id)).toEqual({ owner: 1, visitor: 2 });
  });
});
