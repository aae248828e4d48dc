import { expect, test } from "@playwright/test";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { ConversationVisitorResponse } from "#lib/widget/visits/schema.ts";
import { ask, askNothing, refuse, refuseFields } from "../support/api-client.ts";
import {
  newConversation,
  newOwnerWithSite,
  type Owner,
  openWidget,
  patchConversation,
  start,
  type Visitor,
} from "../support/factories.ts";
import { sql, storedRows } from "../support/stored-rows.ts";

const FIREFOX = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0";

const visitorOf = async ({ token }: Owner, id: string) =>
  (await ask(ConversationVisitorResponse, 200, "GET", `/conversations/${id}/visitor`, { token })).visitor;

const visit = ({ token }: Visitor, id: string, body: object = {}, headers = { "User-Agent": FIREFOX }) =>
  askNothing("POST", `/public/conversations/${id}/visit`, { token, body, headers });

const collect = (siteId: string, isOn: boolean) =>
  sql("UPDATE sites SET collects_details = $2 WHERE id = $1", [siteId, isOn]);

/** A conversation on a site that collects details. */
async function newCollected() {
  const made = await newConversation();
  await collect(made.site.id, true);
  return made;
}

test("the visitor of a conversation has their name, their first visit and their other conversations", async () => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const ids: string[] = [];
  for (let count = 0; count < 12; count++) {
    const { conversationId } = await start(visitor, `Question ${count}`, { name: "Grace", email: "grace@example.com" });
    await patchConversation(owner, conversationId, { status: "closed" });
    ids.unshift(conversationId);
  }
  await start(await openWidget(site), "Someone else's");
  const [id = "", ...others] = ids;
  const found = await visitorOf(owner, id);
  expect(found).toMatchObject({ id: visitor.visitorId, name: "Grace", email: "grace@example.com", verified: false });
  expect(found.conversations.map((one) => one.id)).toEqual(others.slice(0, 10));
  expect(found.conversations[0]).toMatchObject({ status: "closed", lastMessagePreview: "Question 10" });
  expect(found.conversationCount).toBe(12);
  expect(found.details).toBeUndefined();
  expect(await sql("SELECT created_at FROM visitors WHERE id = $1", [visitor.visitorId])).toEqual([
    { created_at: new Date(found.firstSeenAt) },
  ]);
});

test("a visit is stored only while the site's switch is on, and turning it off hides and deletes what's there", async () => {
  const { owner, site, visitor, id } = await newConversation();
  const body = { pageUrl: "https://fjord.example/mugs", language: "nb", timeZone: "Europe/Oslo" };
  await visit(visitor, id, body);
  expect((await storedRows(owner)).conversation_visits).toEqual([]);
  await collect(site.id, true);
  expect((await visitorOf(owner, id)).details).toEqual({ pages: [] });
  await visit(visitor, id, body);
  const page = { url: "https://fjord.example/mugs", at: expect.any(String) };
  const details = { browser: "Firefox", system: "macOS", language: "nb", timeZone: "Europe/Oslo", pages: [page] };
  expect((await visitorOf(owner, id)).details).toEqual(details);
  // What a later report lacks stays.
  await visit(visitor, id, {}, { "User-Agent": "curl/8" });
  expect((await visitorOf(owner, id)).details).toEqual(details);
  await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token: owner.token, body: { visitorDetails: false } });
  expect((await visitorOf(owner, id)).details).toBeUndefined();
  expect((await storedRows(owner)).conversation_visits).toEqual([]);
});

test("pages are kept without query, fragment and password, each once in a row, and the first with the last 49", async () => {
  const { owner, visitor, id } = await newCollected();
  const pages = async () => (await visitorOf(owner, id)).details?.pages.map(({ url }) => url) ?? [];
  for (const pageUrl of ["https://ada:secret@fjord.example/mugs?token=1#me", "https://fjord.example/mugs?token=2"]) {
    await visit(visitor, id, { pageUrl });
  }
  expect(await pages()).toEqual(["https://fjord.example/mugs"]);
  for (let page = 1; page <= 50; page++) await visit(visitor, id, { pageUrl: `https://fjord.example/${page}` });
  const kept = await pages();
  expect(kept).toHaveLength(50);
  expect([kept[0], kept[1], kept.at(-1)]).toEqual([
    "https://fjord.example/mugs",
    "https://fjord.example/2",
    "https://fjord.example/50",
  ]);
  await visit(visitor, id, { pageUrl: `https://fjord.example/${"é".repeat(900)}` });
  expect((await pages()).at(-1), "which escapes make longer").toHaveLength(1_000);
});

test("what's no page, language or time zone is left out, and too long or invisible text is refused", async () => {
  const { owner, visitor, id } = await newCollected();
  for (const pageUrl of [
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "fjord",
    "blob:https://a/b",
  ]) {
    await visit(visitor, id, { pageUrl, language: "<b>", timeZone: "+01:00" }, { "User-Agent": "x".repeat(4000) });
  }
  expect((await visitorOf(owner, id)).details).toEqual({ pages: [] });
  const call = { token: visitor.token, body: { pageUrl: "a".repeat(1001), language: "a\nb", timeZone: "" } };
  await refuseFields(["pageUrl", "language", "timeZone"], "POST", `/public/conversations/${id}/visit`, call);
});

test("a blocked visitor's visit is refused, a test visitor's isn't stored, and erasing a visitor deletes theirs", async () => {
  const { owner, site, visitor, id } = await newCollected();
  await visit(visitor, id, { pageUrl: "https://fjord.example/" });
  await patchConversation(owner, id, { visitorBlocked: true });
  await refuse("not_accepted", "POST", `/public/conversations/${id}/visit`, { token: visitor.token, body: {} });
  await sql("UPDATE visitors SET is_test = true WHERE id = $1", [visitor.visitorId]);
  await patchConversation(owner, id, { visitorBlocked: false });
  await visit(visitor, id, { pageUrl: "https://fjord.example/other" });
  expect((await visitorOf(owner, id)).details?.pages).toHaveLength(1);
  await askNothing("DELETE", `/visitors/${visitor.visitorId}`, { token: owner.token });
  expect((await storedRows(owner)).conversation_visits).toEqual([]);
  expect(site.visitorDetails).toBe(false);
});
