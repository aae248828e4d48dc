import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { addConversations } from "../support/added-messages.ts";
import { refuseFields } from "../support/api-client.ts";
import { inbox, inboxPage, newOwnerWithSite, newSite, type Owner, reply } from "../support/factories.ts";
import { sql } from "../support/stored-rows.ts";

const idsOf = (rows: ConversationJson[]) => rows.map(({ id }) => id);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** Reads a list to its end, and returns its rows and how many pages it took. */
async function wholeList(owner: Owner, query: string, limit: number) {
  const rows: ConversationJson[] = [];
  let [cursor, pages]: [string | undefined, number] = [undefined, 0];
  do {
    const page = await inboxPage(owner, `?limit=${limit}${query}${cursor ? `&cursor=${cursor}` : ""}`);
    rows.push(...page.conversations);
    cursor = page.nextCursor;
    pages += 1;
  } while (cursor !== undefined);
  return { rows, pages };
}

async function newLabel(owner: Owner, conversationIds: string[]): Promise<string> {
  const id = randomUUID();
  await sql(
    `INSERT INTO labels SELECT $1::uuid, w.id, $1::uuid::text, $1::uuid::text, 'red', now(), now() FROM workspaces w WHERE w.owner_id = $2`,
    [id, owner.user.id],
  );
  await sql("UPDATE conversations SET has_labels = true WHERE id = ANY($1)", [conversationIds]);
  await sql(
    "INSERT INTO conversation_labels SELECT id, $2, last_message_period FROM conversations WHERE id = ANY($1)",
    [conversationIds, id],
  );
  return id;
}

/** An owner with two sites and 40 conversations of all kinds. */
async function mixedInbox() {
  const { owner, site } = await newOwnerWithSite();
  const other = await newSite(owner);
  const made = [site, other].map(({ id }, half) =>
    addConversations(
      sql,
      id,
      Array.from({ length: 20 }, (_, at) => {
        const first = { body: "Hello", at: minutesAgo(at * 5 + half) };
        return at % 3 === 0 ? [first, { body: "Hi", from: "owner" as const, at: first.at }] : [first];
      }),
    ),
  );
  const ids = (await Promise.all(made)).flat();
  const every = (step: number, from = 0) => ids.filter((_, at) => at % step === from);
  await sql("UPDATE conversations SET status = 'closed' WHERE id = ANY($1)", [every(4)]);
  await sql("UPDATE conversations SET is_starred = true WHERE id = ANY($1)", [every(3, 1)]);
  await sql("UPDATE conversations SET snoozed_at = now() WHERE id = ANY($1) AND status = 'open'", [every(5, 1)]);
  await sql("UPDATE conversations SET woken_at = now(), woken_by = 'time' WHERE id = ANY($1) AND status = 'open'", [
    every(9, 2),
  ]);
  await sql("UPDATE conversations SET is_spam = true WHERE id = ANY($1)", [every(11, 5)]);
  return {
    owner,
    siteIds: [site.id, other.id],
    labelIds: [await newLabel(owner, every(2)), await newLabel(owner, [])],
  };
}

type Filter = Partial<Record<"status" | "siteId" | "labelId" | "starred" | "snoozed" | "order" | "spam", string>>;

/** What a list has to contain, in its order, by its filter's definition. */
function expectedOf(all: ConversationJson[], filter: Filter): string[] {
  const { status, siteId, labelId, starred, snoozed, order, spam } = filter;
  const listedAt = ({ lastMessageAt, wokenAt = "" }: ConversationJson) =>
    wokenAt > lastMessageAt ? wokenAt : lastMessageAt;
  const fits = all.filter(
    (row) =>
      (row.spam ?? false) === (spam === "true") &&
      (!status || row.status === status) &&
      (!siteId || row.siteId === siteId) &&
      (!labelId || row.labelIds.includes(labelId)) &&
      (!starred || row.starred) &&
      (!snoozed || (row.snoozed ?? false) === (snoozed === "true")) &&
      (!order || row.waitingSince),
  );
  const [key, sign] = order ? [({ waitingSince = "" }: ConversationJson) => waitingSince, 1] : [listedAt, -1];
  const compare = (one: string, another: string) => (one === another ? 0 : one < another ? -1 : 1);
  return idsOf(fits.toSorted((a, b) => sign * (compare(key(a), key(b)) || compare(a.id, b.id))));
}

test("every combination of filters lists what fits, each conversation once, in its order", async () => {
  const { owner, siteIds, labelIds } = await mixedInbox();
  const all = [...(await inbox(owner, "?limit=100")), ...(await inbox(owner, "?limit=100&spam=true"))];
  expect(all).toHaveLength(40);
  const filters = fc.record(
    {
      status: fc.constantFrom("open", "closed"),
      siteId: fc.constantFrom(...siteIds),
      labelId: fc.constantFrom(...labelIds),
      starred: fc.constant("true"),
      snoozed: fc.constantFrom("true", "false"),
      order: fc.constant("waiting"),
      spam: fc.constant("true"),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(filters, fc.integer({ min: 3, max: 30 }), async (filter, limit) => {
      const query = Object.entries(filter).map(([name, value]) => `&${name}=${value}`);
      expect(idsOf((await wholeList(owner, query.join(""), limit)).rows)).toEqual(expectedOf(all, filter));
    }),
    { numRuns: 80 },
  );
  // A search with filters finds the same conversations.
  for (const filter of [{ starred: "true" }, { labelId: labelIds[0] ?? "" }, { snoozed: "true" }]) {
    const query = new URLSearchParams({ q: "hello", ...filter });
    expect(idsOf((await wholeList(owner, `&${query}`, 4)).rows)).toEqual(expectedOf(all, filter));
  }
});

test("a list whose filter few conversations fit comes in short pages, and loses none", async () => {
  const { owner, site } = await newOwnerWithSite();
  const other = await newSite(owner);
  const [first] = await addConversations(sql, site.id, [[{ body: "Hello" }]]);
  await sql("UPDATE conversations SET is_starred = true WHERE id = $1", [first]);
  // 2,000 conversations are checked for one page.
  await sql(
    `WITH v AS (
       INSERT INTO visitors (id, site_id, workspace_id, created_at, updated_at)
       SELECT gen_random_uuid(), site_id, workspace_id, now(), now() FROM conversations, generate_series(1, 2100) WHERE id = $1
       RETURNING *
     )
     INSERT INTO conversations (id, workspace_id, site_id, visitor_id, status, last_message_at, last_message_preview,
       is_starred, created_at, updated_at)
     SELECT gen_random_uuid(), workspace_id, site_id, id, 'closed', now() - random() * interval '1 day', 'x', true, now(), now() FROM v`,
    [first],
  );
  const old = Array.from({ length: 3 }, (_, at) => [{ body: "Long ago", at: minutesAgo(10_000 + at) }]);
  const wanted = await addConversations(sql, other.id, old);
  await sql("UPDATE conversations SET is_starred = true WHERE id = ANY($1)", [wanted]);

  const found = await wholeList(owner, "&starred=true&status=open", 2);
  expect(idsOf(found.rows)).toEqual([first, ...wanted]);
  expect(found.pages).toBe(3);
  const short = await inboxPage(owner, "?starred=true&status=open");
  expect(idsOf(short.conversations)).toEqual([first]);
  expect(short.nextCursor).toBeDefined();
  // An index has the site, so no other site's conversation counts.
  const onSite = await wholeList(owner, `&starred=true&siteId=${other.id}`, 2);
  expect(idsOf(onSite.rows)).toEqual(wanted);
  expect(onSite.pages).toBe(2);
});

test("the longest wait comes first, and a cursor stays valid while others get their reply", async () => {
  const { owner, site } = await newOwnerWithSite();
  const ids = await addConversations(
    sql,
    site.id,
    Array.from({ length: 6 }, (_, at) => [{ body: "Hello", at: minutesAgo(60 - at) }]),
  );
  const query = "?order=waiting&limit=2";
  const first = await inboxPage(owner, query);
  expect(idsOf(first.conversations)).toEqual(ids.slice(0, 2));
  for (const id of [ids[1], ids[2]]) await reply(owner, id ?? "", "Hello, how can I help?");
  const second = await inboxPage(owner, `${query}&cursor=${first.nextCursor}`);
  expect(idsOf(second.conversations)).toEqual(ids.slice(3, 5));
  expect(idsOf(await inbox(owner, "?order=waiting"))).toEqual([0, 3, 4, 5].map((at) => ids[at]));
});

test("a woken conversation is listed by when it woke, and a label's list follows", async () => {
  const { owner, site } = await newOwnerWithSite();
  const ages = [5, 50, 500];
  const ids = await addConversations(
    sql,
    site.id,
    ages.map((age) => [{ body: "Hello", at: minutesAgo(age) }]),
  );
  const label = await newLabel(owner, ids);
  await sql("UPDATE conversations SET woken_at = now(), woken_by = 'time' WHERE id = $1", [ids[2]]);
  const woken = [ids[2], ids[0], ids[1]];
  expect(idsOf(await inbox(owner))).toEqual(woken);
  expect(idsOf((await wholeList(owner, `&labelId=${label}`, 1)).rows)).toEqual(woken);
});

test("someone else's label lists nothing, and an order by wait can't be combined with a search", async () => {
  const [{ owner }, other] = [await newOwnerWithSite(), await newOwnerWithSite()];
  const ids = await addConversations(sql, other.site.id, [[{ body: "Hello" }]]);
  const label = await newLabel(other.owner, ids);
  for (const query of [`?labelId=${label}`, `?labelId=${label}&q=hello`, `?labelId=${label}&order=waiting`]) {
    expect(await inboxPage(owner, query)).toEqual({ conversations: [] });
  }
  await refuseFields(["order"], "GET", "/conversations?order=waiting&q=hello", { token: owner.token });
  await refuseFields(["order"], "GET", "/conversations?order=newest", { token: owner.token });
  await refuseFields(["labelId"], "GET", "/conversations?labelId=refund", { token: owner.token });
  await refuseFields(["snoozed"], "GET", "/conversations?snoozed=1", { token: owner.token });
  await refuseFields(["cursor"], "GET", `/conversations?starred=true&cursor=${cursorOf(ids[0])}`, {
    token: owner.token,
  });
});

const cursorOf = (id: string | undefined) => Buffer.from(JSON.stringify([0, id, " "])).toString("base64url");
