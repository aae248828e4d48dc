import { expect, test } from "@playwright/test";
import { refuse, refuseFields } from "../support/api-client.ts";
import {
  inbox,
  inboxPage,
  newOwner,
  newOwnerWithSite,
  newSite,
  openWidget,
  patchConversation,
  sendMessage,
  start,
} from "../support/factories.ts";

async function newInbox(size: number) {
  const { owner, site } = await newOwnerWithSite();
  const started: Array<{ visitor: Awaited<ReturnType<typeof openWidget>>; id: string }> = [];
  for (let at = 0; at < size; at += 1) {
    const visitor = await openWidget(site);
    started.push({ visitor, id: (await start(visitor, `Message ${at}`)).conversationId });
  }
  return { owner, site, started, ids: started.map(({ id }) => id) };
}

const idsOf = (items: Array<{ id: string }>) => items.map(({ id }) => id);

test.describe("GET /conversations", () => {
  test("is an empty list for a new owner", async () => {
    expect(await inboxPage(await newOwner())).toEqual({ conversations: [] });
  });

  test("shows who wrote, on which page and what", async () => {
    const { owner, site } = await newOwnerWithSite({ name: "Tea shop" });
    const visitor = await openWidget(site, { visitorId: "customer-7" });
    const started = await start(visitor, "  Hello\n\n there  ", {
      name: "Ada",
      email: "ada@example.com",
      pageUrl: "https://shop.example/tea?cup=1",
    });
    const [item] = await inbox(owner);
    expect(item).toEqual({
      id: started.conversationId,
      siteId: site.id,
      siteName: "Tea shop",
      visitorId: visitor.visitorId,
      visitorExternalId: "customer-7",
      visitorName: "Ada",
      visitorEmail: "ada@example.com",
      visitorVerified: false,
      pageUrl: "https://shop.example/tea?cup=1",
      status: "open",
      lastMessagePreview: "Hello there",
      lastMessageAt: started.message.createdAt,
      lastSeq: 1,
      noteSeq: 0,
      eventSeq: 0,
      unreadCount: 1,
      lastMessageBy: "visitor",
      waitingSince: started.message.createdAt,
      firstPageUrl: "https://shop.example/tea?cup=1",
      labelIds: [],
      createdAt: item?.createdAt,
      updatedAt: item?.updatedAt,
    });
  });

  test("omits unset optional fields, which aren't nullable", async () => {
    const { owner, site } = await newOwnerWithSite();
    await start(await openWidget(site), "Hello", { name: null, email: null, pageUrl: null });
    const [item = {}] = await inbox(owner);
    for (const field of ["visitorName", "visitorEmail", "visitorExternalId", "pageUrl", "lastReadByOwnerAt"]) {
      expect(item).not.toHaveProperty(field);
    }
  });

  test("lists the newest message first, even in an old conversation", async () => {
    const { owner, started, ids } = await newInbox(3);
    expect(idsOf(await inbox(owner))).toEqual(ids.toReversed());
    const [oldest] = started;
    if (oldest) await sendMessage(oldest.visitor, oldest.id, "One more thing");
    expect(idsOf(await inbox(owner))).toEqual([ids[0], ids[2], ids[1]]);
  });

  test("doesn't move a conversation that is read, closed or marked unread", async () => {
    const { owner, ids } = await newInbox(3);
    const [first = ""] = ids;
    await patchConversation(owner, first, { status: "closed" });
    await patchConversation(owner, first, { unread: true });
    expect(idsOf(await inbox(owner))).toEqual(ids.toReversed());
  });

  test("contains every site of the owner, and no one else's (A16)", async () => {
    const { owner, site } = await newOwnerWithSite();
    const second = await newSite(owner);
    const other = await newOwnerWithSite();
    const mine = [await start(await openWidget(site), "a"), await start(await openWidget(second), "b")];
    await start(await openWidget(other.site), "c");
    expect(new Set(idsOf(await inbox(owner)))).toEqual(new Set(mine.map((one) => one.conversationId)));
  });

  test("filters by status and by site, separately and together", async () => {
    const { owner, site, ids } = await newInbox(2);
    const second = await newSite(owner);
    const elsewhere = (await start(await openWidget(second), "b")).conversationId;
    const [closed = "", open = ""] = ids;
    await patchConversation(owner, closed, { status: "closed" });
    expect(idsOf(await inbox(owner, "?status=closed"))).toEqual([closed]);
    expect(idsOf(await inbox(owner, "?status=open"))).toEqual([elsewhere, open]);
    expect(idsOf(await inbox(owner, `?siteId=${site.id}`))).toEqual([open, closed]);
    expect(idsOf(await inbox(owner, `?siteId=${site.id}&status=open`))).toEqual([open]);
    expect(await inbox(owner, `?siteId=${second.id}&status=closed`)).toEqual([]);
  });

  test("is empty for a site that is missing or someone else's, so ids can't be probed", async () => {
    const { owner } = await newInbox(1);
    const other = await newOwnerWithSite();
    await start(await openWidget(other.site), "c");
    expect(await inboxPage(owner, `?siteId=${other.site.id}`)).toEqual({ conversations: [] });
    expect(await inboxPage(owner, "?siteId=018f0000-0000-7000-8000-000000000000")).toEqual({ conversations: [] });
  });

  test("lists every conversation once, page by page, and ends without a cursor", async () => {
    const { owner, ids } = await newInbox(5);
    const first = await inboxPage(owner, "?limit=2");
    const second = await inboxPage(owner, `?limit=2&cursor=${first.nextCursor}`);
    const third = await inboxPage(owner, `?limit=2&cursor=${second.nextCursor}`);
    const pages = [first, second, third].map((page) => idsOf(page.conversations));
    expect(pages.flat()).toEqual(ids.toReversed());
    expect(third).not.toHaveProperty("nextCursor");
    expect(await inboxPage(owner, "?limit=5")).not.toHaveProperty("nextCursor");
  });

  test("keeps its position while rows move: no row is missed, and none is listed twice", async () => {
    const { owner, site, started, ids } = await newInbox(4);
    const first = await inboxPage(owner, "?limit=2");
    expect(idsOf(first.conversations)).toEqual([ids[3], ids[2]]);
    const seen = started[2];
    if (seen) await sendMessage(seen.visitor, seen.id, "moves up");
    await start(await openWidget(site), "A new one");
    const second = await inboxPage(owner, `?limit=2&cursor=${first.nextCursor}`);
    expect(idsOf(second.conversations)).toEqual([ids[1], ids[0]]);
  });

  test("rejects a cursor of another filter", async () => {
    const { owner, site } = await newInbox(2);
    const { nextCursor } = await inboxPage(owner, "?limit=1");
    for (const filter of ["status=open", `siteId=${site.id}`]) {
      await refuseFields(["cursor"], "GET", `/conversations?${filter}&cursor=${nextCursor}`, { token: owner.token });
    }
    const filtered = await inboxPage(owner, "?limit=1&status=open");
    await refuseFields(["cursor"], "GET", `/conversations?cursor=${filtered.nextCursor}`, { token: owner.token });
  });

  test("shows nothing of another owner through their cursor", async () => {
    const { owner } = await newInbox(2);
    const { nextCursor } = await inboxPage(owner, "?limit=1");
    expect(await inboxPage(await newOwner(), `?cursor=${nextCursor}`)).toEqual({ conversations: [] });
  });

  const id = "018f0000-0000-7000-8000-000000000000";
  const cursors: [why: string, cursor: string][] = [
    ["nothing", ""],
    ["no base64", "%F0%9F%98%80"],
    ["no JSON", Buffer.from("{").toString("base64url")],
    ["an invalid time", encode(["yesterday", id, " "])],
    ["a time no calendar has", encode([8_640_000_000_000_001, id, " "])],
    ["a time beyond the database's", encode([8_640_000_000_000_000, id, " "])],
    ["a time long before ours", encode([-8_640_000_000_000_000, id, " "])],
    ["an invalid id", encode([1, "x", " "])],
    ["an object", encode({ id })],
  ];
  for (const [why, cursor] of cursors) {
    test(`rejects a forged cursor of ${why}`, async () => {
      const { token } = await newOwner();
      await refuseFields(["cursor"], "GET", `/conversations?cursor=${cursor}`, { token });
    });
  }

  const refused: [field: string, query: string][] = [
    ["status", "status=OPEN"],
    ["status", "status=open,closed"],
    ["status", "status="],
    ["status", "status=open&status=open"],
    ["status", "status=open&status=closed"],
    ["status", 'status={"not":1}'],
    ["siteId", "siteId=1"],
    ["siteId", `siteId=${id}&siteId=${id}`],
    ["limit", "limit=0"],
    ["limit", "limit=101"],
    ["limit", "limit=-1"],
    ["limit", "limit=1.5"],
    ["limit", "limit=1e1"],
    ["limit", "limit=%201"],
    ["limit", "limit="],
    ["limit", "limit=99999999999999999999"],
    ["limit", "limit=10&limit=10"],
    ["cursor", "cursor=a&cursor=b"],
  ];
  for (const [field, query] of refused) {
    test(`rejects ?${query} (B25)`, async () => {
      const { token } = await newOwner();
      await refuseFields([field], "GET", `/conversations?${encodeURI(query)}`, { token });
    });
  }

  test("accepts the smallest and largest limit, and ignores unknown parameters", async () => {
    const { owner } = await newInbox(2);
    expect(await inbox(owner, "?limit=1")).toHaveLength(1);
    expect(await inbox(owner, "?limit=100")).toHaveLength(2);
    expect(await inbox(owner, "?utm_source=mail&__proto__=x&status[]=open&constructor=a&constructor=b")).toHaveLength(
      2,
    );
  });

  test("returns at most 50 without a limit", async () => {
    const { owner, site } = await newOwnerWithSite();
    await Promise.all(Array.from({ length: 51 }, async () => start(await openWidget(site), "Hello")));
    const { conversations, nextCursor } = await inboxPage(owner);
    expect(conversations).toHaveLength(50);
    expect(nextCursor).toBeDefined();
  });

  test("checks the token before the query", async () => {
    await refuse("unauthenticated", "GET", "/conversations?limit=0");
  });
});

function encode(cursor: unknown): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}
