import { expect, test } from "@playwright/test";
import { MessageListResponse } from "#lib/desk/messages/schema.ts";
import { ask, refuse, refuseFields } from "../support/api-client.ts";
import {
  allMessages,
  conversation,
  markRead,
  newConversation,
  ownConversations,
  patchConversation,
  readPositions,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { storedRows } from "../support/stored-rows.ts";

/** A conversation whose messages are "1" to "7". */
async function sevenMessages() {
  const { owner, visitor, id } = await newConversation();
  for (let seq = 2; seq <= 7; seq += 1) await sendMessage(visitor, id, String(seq));
  return [
    { path: `/conversations/${id}/messages`, token: owner.token },
    { path: `/public/conversations/${id}/messages`, token: visitor.token },
  ];
}

async function page({ path, token }: { path: string; token: string }, query: string) {
  const { messages, hasMore } = await ask(MessageListResponse, 200, "GET", path + query, { token });
  return { seqs: messages.map((message) => message.seq), hasMore };
}

// The owner and the visitor read the same messages in the same way (contract.md sections 5 and 6).
test.describe("GET a conversation's messages, as its owner and as its visitor", () => {
  const pages: [query: string, seqs: number[], hasMore: boolean][] = [
    ["", [1, 2, 3, 4, 5, 6, 7], false],
    ["?limit=3", [5, 6, 7], true],
    ["?limit=7", [1, 2, 3, 4, 5, 6, 7], false],
    ["?before=5&limit=3", [2, 3, 4], true],
    ["?before=4&limit=3", [1, 2, 3], false],
    ["?before=1", [], false],
    ["?before=0", [], false],
    ["?after=0&limit=2", [1, 2], true],
    ["?after=5&limit=2", [6, 7], false],
    ["?after=7", [], false],
    ["?after=2147483647", [], false],
    ["?before=2147483647&limit=1", [7], true],
  ];
  test("pages by seq, oldest first, and says whether there's more in that direction", async () => {
    for (const door of await sevenMessages()) {
      for (const [query, seqs, hasMore] of pages) {
        expect(await page(door, query), door.path + query).toEqual({ seqs, hasMore });
      }
    }
  });

  const refused: [field: string, query: string][] = [
    ["before", "after=1&before=5"],
    ["after", "after=-1"],
    ["after", "after=2147483648"],
    ["after", "after="],
    ["after", "after=1&after=1"],
    ["before", "before=x"],
    ["limit", "limit=0"],
    ["limit", "limit=101"],
  ];
  test("rejects an invalid position", async () => {
    const doors = await sevenMessages();
    for (const { path, token } of doors) {
      for (const [field, query] of refused) await refuseFields([field], "GET", `${path}?${query}`, { token });
    }
  });

  test("returns 50 messages without a limit, and never more than 100", async () => {
    const { owner, visitor, id } = await newConversation();
    await Promise.all(Array.from({ length: 100 }, (_, at) => sendMessage(visitor, id, `No. ${at}`)));
    const door = { path: `/conversations/${id}/messages`, token: owner.token };
    const newest = await page(door, "");
    expect([newest.seqs.length, newest.seqs[0], newest.seqs.at(-1), newest.hasMore]).toEqual([50, 52, 101, true]);
    const most = await page(door, "?limit=100&after=0");
    expect([most.seqs.length, most.seqs.at(-1), most.hasMore]).toEqual([100, 100, true]);
  });
});

test.describe("POST /conversations/{conversationId}/messages", () => {
  test("stores the owner's message with the next seq, unread for the visitor", async () => {
    const { owner, visitor, id } = await newConversation();
    const message = await reply(owner, id, "How can I help?");
    expect(message).toEqual({
      id: message.id,
      conversationId: id,
      senderType: "owner",
      senderId: owner.user.id,
      body: "How can I help?",
      seq: 2,
      createdAt: message.createdAt,
    });
    expect((await allMessages(owner, id)).at(-1)).toEqual(message);
    const seen = { lastSeq: 2, lastMessagePreview: "How can I help?", lastMessageAt: message.createdAt };
    expect(await ownConversations(visitor)).toMatchObject([{ ...seen, unreadCount: 1 }]);
    expect(await conversation(owner, id)).toMatchObject({ ...seen, unreadCount: 0 });
  });

  test("moves the owner's read position, since replying implies reading, and keeps the visitor's", async () => {
    const { owner, visitor, id } = await newConversation();
    await sendMessage(visitor, id, "Anybody there?");
    const { createdAt } = await reply(owner, id, "Yes");
    expect(await readPositions(owner, visitor, id)).toEqual({ owner: 3, visitor: 2 });
    expect((await conversation(owner, id)).lastReadByOwnerAt).toBe(createdAt);
  });

  test("counts only visitors' messages as unread for the owner", async () => {
    const { owner, visitor, id } = await newConversation();
    await reply(owner, id, "Yes");
    await sendMessage(visitor, id, "Good");
    expect((await conversation(owner, id)).unreadCount).toBe(1);
    await markRead(owner, id, { seq: 1 });
    expect((await conversation(owner, id)).unreadCount, "the read position is already at the reply").toBe(1);
    expect((await patchConversation(owner, id, { unread: true })).unreadCount).toBe(1);
  });

  test("reopens a closed conversation", async () => {
    const { owner, id } = await newConversation();
    await patchConversation(owner, id, { status: "closed" });
    await reply(owner, id, "One more thing");
    expect(await conversation(owner, id)).toMatchObject({ status: "open", lastSeq: 2 });
  });

  test("returns 409 with the open one's id and stores nothing if the visitor has another open conversation (C6)", async () => {
    const { owner, visitor, id } = await newConversation();
    await patchConversation(owner, id, { status: "closed" });
    const newer = await start(visitor, "Again");
    const before = await storedRows(owner);
    const call = { token: owner.token, body: { message: "Old one" }, headers: { "Idempotency-Key": "k" } };
    const problem = await refuse("open_conversation_exists", "POST", `/conversations/${id}/messages`, call);
    expect(problem.conversationId).toBe(newer.conversationId);
    expect(await storedRows(owner)).toEqual(before);
  });

  for (const body of [{}, { message: null }, { message: " " }, { message: "x".repeat(4001) }, { message: "\0" }]) {
    test(`rejects ${JSON.stringify(body).slice(0, 30)}, and stores nothing`, async () => {
      const { owner, id } = await newConversation();
      const before = await storedRows(owner);
      await refuseFields(["message"], "POST", `/conversations/${id}/messages`, { token: owner.token, body });
      expect(await storedRows(owner)).toEqual(before);
    });
  }
});
