import { expect, test } from "@playwright/test";
import { UnreadResponse } from "#lib/desk/conversations/schema.ts";
import { ask, refuse } from "../support/api-client.ts";
import { ownerStream } from "../support/event-stream.ts";
import {
  conversation,
  inbox,
  inboxPage,
  newConversation,
  newOwnerWithSite,
  type Owner,
  openWidget,
  patchConversation,
  sendMessage,
  start,
} from "../support/factories.ts";

const unread = async ({ token }: Owner) =>
  (await ask(UnreadResponse, 200, "GET", "/conversations/unread", { token })).unread;
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

test("spam leaves the list, the search and the unread total, is listed as spam, and can be restored", async () => {
  const { owner, site, visitor, id } = await newConversation();
  const { conversationId: wanted } = await start(await openWidget(site), "A real question");
  expect(await unread(owner)).toEqual({ conversations: 2, messages: 2 });

  const marked = await patchConversation(owner, id, { spam: true });
  expect([marked.spam, marked.status, marked.unreadCount]).toEqual([true, "open", 1]);
  for (const query of ["", "?status=open", `?siteId=${site.id}`, `?siteId=${site.id}&status=open`]) {
    expect(idsOf(await inbox(owner, query)), query).toEqual([wanted]);
  }
  expect(await inbox(owner, "?q=hello")).toEqual([]);
  for (const query of ["", "&status=open", `&siteId=${site.id}`, "&q=hello"]) {
    expect(idsOf(await inbox(owner, `?spam=true${query}`)), query).toEqual([id]);
  }
  expect(await inbox(owner, "?spam=true&status=closed")).toEqual([]);
  expect(await unread(owner)).toEqual({ conversations: 1, messages: 1 });

  await sendMessage(visitor, id, "More of it");
  expect((await conversation(owner, id)).spam).toBe(true);
  expect(idsOf(await inbox(owner))).toEqual([wanted]);
  expect(await unread(owner)).toEqual({ conversations: 1, messages: 1 });

  expect((await patchConversation(owner, id, { spam: false })).spam).toBeUndefined();
  expect(idsOf(await inbox(owner))).toEqual([id, wanted]);
  expect(await inbox(owner, "?spam=true")).toEqual([]);
  expect(await unread(owner)).toEqual({ conversations: 2, messages: 3 });
});

test("marking spam again changes nothing, and a change reaches the other tabs", async () => {
  const { owner, id } = await newConversation();
  await using tab = await ownerStream(owner);
  const marked = await patchConversation(owner, id, { spam: true });
  await tab.next("conversation.updated", (data) => "conversation" in data && data.conversation.spam === true);
  expect((await patchConversation(owner, id, { spam: true })).updatedAt).toBe(marked.updatedAt);
});

test("a visitor doesn't learn that they're marked as spam, and their next message goes to the same conversation", async () => {
  const { owner, visitor, id } = await newConversation();
  await patchConversation(owner, id, { spam: true });
  expect((await start(visitor, "And another")).conversationId).toBe(id);
});

test("spam is paged by a cursor that's valid for spam only", async () => {
  const { owner, site } = await newOwnerWithSite();
  for (const text of ["one", "two", "three"]) {
    const { conversationId } = await start(await openWidget(site), text);
    await patchConversation(owner, conversationId, { spam: true });
  }
  const first = await inboxPage(owner, "?spam=true&limit=2");
  const second = await inboxPage(owner, `?spam=true&limit=2&cursor=${first.nextCursor}`);
  const previews = [...first.conversations, ...second.conversations].map((row) => row.lastMessagePreview);
  expect(previews).toEqual(["three", "two", "one"]);
  await refuse("invalid_request", "GET", `/conversations?limit=2&cursor=${first.nextCursor}`, { token: owner.token });
  await refuse("invalid_request", "GET", "/conversations?spam=yes", { token: owner.token });
});
