import { expect, test } from "@playwright/test";
import { inboxFilterOf, inboxPath, listQuery } from "#components/filter/inbox-filter.ts";
import { readInboxFilter } from "#components/filter/read-inbox-filter.ts";
import { ListConversationsQuery } from "#lib/desk/conversations/schema.ts";
import { filterText, readFilter } from "#lib/desk/views/rules.ts";

const SITE = "01a1fbf4-dbdf-77ef-a335-7b00ecd2de7c";

test("opens with the open conversations of all sites", () => {
  expect(readInboxFilter({})).toEqual({ status: "open" });
  expect(inboxPath({ status: "open" })).toBe("/inbox");
});

test("parses what it wrote into a URL", () => {
  const filter = { status: "closed" as const, siteId: SITE, q: "blue & 100% 注文" };
  const { pathname, searchParams } = new URL(inboxPath(filter, "1"), "http://host");
  expect(pathname).toBe("/inbox/1");
  expect(readInboxFilter(Object.fromEntries(searchParams))).toEqual(filter);
  const further = {
    status: "snoozed",
    siteId: SITE,
    labelId: SITE,
    starred: "true",
    assignee: "none",
    mentioned: "true",
    waitingFor: "1d",
    language: "de",
    page: "/Pricing?a=50%25&b=+",
    hasEmail: "true",
    order: "waiting",
  } as const;
  const query = new URL(inboxPath(further), "http://host").searchParams;
  expect(readInboxFilter(Object.fromEntries(query))).toEqual(further);
  expect(ListConversationsQuery.safeParse(listQuery(further)).success).toBe(true);
});

test("ignores invalid parameters, so a damaged link still opens the inbox", () => {
  expect(readInboxFilter({ status: "gone", site: "' OR 1=1" })).toEqual({ status: "open" });
  expect(readInboxFilter({ starred: "true", mentioned: "yes", snoozed: "true", spam: "true" })).toEqual({
    status: "open",
  });
  expect(readInboxFilter({ status: "toString", label: "x", starred: "2", assignee: "ada", order: "oldest" })).toEqual({
    status: "open",
  });
  expect(readInboxFilter({ order: "waiting", q: "mug" })).toEqual({ status: "open", q: "mug" });
  expect(readInboxFilter({ status: ["open", "closed"], site: [SITE], q: ["a", "b"] })).toEqual({ status: "open" });
  for (const q of ["", " ", "\u200b", "a\0b"]) expect(readInboxFilter({ q })).toEqual({ status: "open" });
});

test("searches for the beginning of a query that's too long", () => {
  expect(readInboxFilter({ q: "a".repeat(201) })).toEqual({ status: "open", q: "a".repeat(200) });
  expect(readInboxFilter({ q: "😀".repeat(201) })).toEqual({ status: "open", q: "😀".repeat(200) });
});

const ODD_SITES = [
  "12345678-1234-1234-1234-123456789012",
  "12345678-1234-9234-8234-123456789012",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  SITE.toUpperCase(),
  `${SITE} `,
  "",
];

for (const site of ODD_SITES) {
  test(`sends the API nothing it would reject for ?site=${site}`, () => {
    const filter = readInboxFilter({ site });
    expect(ListConversationsQuery.safeParse(listQuery(filter)).success).toBe(true);
    expect(filter.siteId !== undefined).toBe(ListConversationsQuery.safeParse({ siteId: site }).success);
  });
}

test("requests every status by naming none", () => {
  expect(listQuery({ status: "all" })).toEqual({});
  expect(listQuery({ status: "open", siteId: SITE })).toEqual({ status: "open", snoozed: "false", siteId: SITE });
  expect(listQuery({ status: "all", q: "blue" })).toEqual({ q: "blue" });
});

test("a view of each tab is the tab's URL again, with its further filters and its search", () => {
  for (const status of ["open", "snoozed", "closed", "all", "spam"] as const) {
    const filter = { status, siteId: SITE, page: "/Pricing", q: "mug & cup" };
    expect(inboxFilterOf(listQuery(filter))).toEqual(filter);
    expect(readFilter(filterText(listQuery(filter)))).toEqual(listQuery(filter));
  }
});

test("equal filters of views are stored as the same text, and unknown ones are read as none", () => {
  const text = filterText({ page: "a b", siteId: SITE.toUpperCase(), status: "closed" });
  expect(text).toBe(filterText({ status: "closed", page: "a b", siteId: SITE }));
  expect(readFilter(text)).toEqual({ status: "closed", page: "a b", siteId: SITE });
  for (const unknown of ["weather=rain", "status=open", "status=gone", "order=waiting&q=mug", "__proto__=1"]) {
    expect(readFilter(unknown), unknown).toBeNull();
  }
});
