import { expect, test } from "@playwright/test";
import { CountsResponse } from "#lib/desk/conversations/schema.ts";
import { addConversations } from "../support/added-messages.ts";
import { ask } from "../support/api-client.ts";
import {
  markRead,
  newOwner,
  newOwnerWithSite,
  newSite,
  type Owner,
  patchConversation,
  reply,
} from "../support/factories.ts";
import { sql } from "../support/stored-rows.ts";

const countsOf = async ({ token }: Owner) =>
  (await ask(CountsResponse, 200, "GET", "/conversations/counts", { token })).counts;

const nothing = {
  unread: { conversations: 0, messages: 0 },
  open: 0,
  closed: 0,
  starred: 0,
  snoozed: 0,
  waiting: 0,
  sites: [],
};

test("a new owner's counts are zero", async () => {
  expect(await countsOf(await newOwner())).toEqual(nothing);
});

test("each conversation is counted where it's listed, and spam nowhere", async () => {
  const { owner, site } = await newOwnerWithSite();
  const other = await newSite(owner);
  const texts = [{ body: "Hello" }, { body: "Anyone there?" }];
  const ids = await addConversations(sql, site.id, Array<typeof texts>(7).fill(texts));
  const [waiting = "", replied = "", closed = "", snoozed = "", starred = "", spam = "", read = ""] = ids;
  await addConversations(sql, other.id, [texts]);
  const stranger = await newOwnerWithSite();
  await addConversations(sql, stranger.site.id, [texts]);
  const sites = (unread: number, here: number) => [
    { siteId: site.id, unread, waiting: here },
    { siteId: other.id, unread: 1, waiting: 1 },
  ];
  const all = { unread: { conversations: 8, messages: 16 }, open: 8, closed: 0, starred: 0, snoozed: 0, waiting: 8 };
  expect(await countsOf(owner)).toEqual({ ...all, sites: sites(7, 7) });

  await reply(owner, replied, "Hello");
  await patchConversation(owner, closed, { status: "closed" });
  await sql("UPDATE conversations SET snoozed_at = now() WHERE id = $1", [snoozed]);
  await sql("UPDATE conversations SET is_starred = true WHERE id = ANY($1)", [[starred, replied]]);
  await patchConversation(owner, spam, { spam: true });
  await markRead(owner, read);
  expect(await countsOf(owner)).toEqual({
    unread: { conversations: 5, messages: 10 },
    open: 3,
    closed: 1,
    starred: 1,
    snoozed: 1,
    waiting: 4,
    sites: sites(2, 3),
  });
  await patchConversation(owner, waiting, { status: "closed" });
  expect(await countsOf(owner)).toMatchObject({ open: 2, closed: 2, waiting: 3 });
});
