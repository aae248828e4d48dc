import type { Page } from "@playwright/test";
import { SEARCH_MAX } from "#lib/desk/conversations/search-length.ts";
import { enterDashboard, gotoLive, listRows } from "../support/dashboard-page.ts";
import { inbox, newOwnerWithSite, openWidget, reply, sendMessage, start } from "../support/factories.ts";
import { everyNth, HOSTILE_STRINGS, HOSTILE_TEXTS, upTo } from "../support/hostile-strings.ts";
import { watchForHostility } from "../support/hostile-watch.ts";
import { recordNotifications } from "../support/notifications.ts";
import { expect, test } from "../support/page-test.ts";
import { parsePages } from "../support/parsed-pages.ts";
import { sql } from "../support/stored-rows.ts";
import { setVisibility } from "../support/visibility.ts";

test.use({ viewport: { width: 1440, height: 900 } });

const NAMES = upTo(80);
const SHOP = "<b>Shop</b>";
// The page's list has no more rows until its scripts run.
const SERVER_ROWS = 24;
const oneLine = (text = "") => text.replace(/\s+/g, " ").trim();

/** An inbox with a conversation for each name, which is also the visitor's id, page and, as an old row, email address. */
async function hostileInbox() {
  const { owner, site } = await newOwnerWithSite({ name: SHOP });
  const headers = { "User-Agent": HOSTILE_STRINGS[0] ?? "", Referer: HOSTILE_STRINGS[4] ?? "" };
  for (const name of NAMES) {
    const visitor = await openWidget(site, { visitorId: name }, { headers });
    await start(visitor, name, { visitorId: name, name, pageUrl: name });
  }
  await sql("UPDATE visitors SET email = name WHERE site_id = $1", [site.id]);
  const found = await inbox(owner, "?limit=100");
  expect(found.map(({ visitorName }) => visitorName).toReversed()).toEqual(NAMES);
  return { owner, found };
}

test("the widget sends each name, message, id, page and address as plain text (F1, F3)", async ({ page }) => {
  const { owner, found } = await hostileInbox();
  const paths = found.map(({ id }) => `/inbox/${id}`);
  const pages = await parsePages(page, ["/inbox", ...paths], owner.token);
  const [list, ...conversations] = pages;
  for (const { visitorName } of found.slice(0, SERVER_ROWS)) expect(list?.isolated).toContain(oneLine(visitorName));
  expect(pages.flatMap(({ strays }) => strays)).toEqual([]);
  for (const [at, { title, heading, isolated, paragraphs, links }] of conversations.entries()) {
    const { visitorName = "" } = found[at] ?? {};
    const name = oneLine(visitorName);
    expect([title, heading]).toEqual([`${name} · Site Inbox`, name]);
    // In the header, as the sender, and in the details: name, email, page and id.
    expect(isolated.filter((text) => text === name).length).toBeGreaterThanOrEqual(7);
    expect(paragraphs).toEqual([visitorName]);
    for (const link of links)
      expect(link).toMatch(/^(mailto:\S* $|\/|(https?:\/\/|mailto:)\S+ noopener noreferrer nofollow$)/);
  }
});

test("the list and the conversation's panel show names, messages, ids, pages and addresses as text (F1, F3)", async ({
  page,
  context,
}) => {
  const watch = await watchForHostility(context);
  const { owner, found } = await hostileInbox();
  await enterDashboard(page, owner);
  await gotoLive(page, "/inbox");
  const rows = listRows(page);
  await expect(rows).toHaveCount(Math.min(50, found.length));
  const shown = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll("bdi")].map((one) => one.textContent)),
  );
  expect(shown).toEqual(found.slice(0, 50).map((one) => [one.visitorName, one.lastMessagePreview]));
  for (const { id, visitorName } of found.filter((_, at) => at % 6 === 0)) {
    await page.locator(`a[href*="/inbox/${id}"]`).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(oneLine(visitorName));
    const details = page.getByRole("complementary", { name: "Visitor" });
    await expect(details.locator("bdi")).toHaveText(
      [visitorName, visitorName, visitorName, SHOP, visitorName].map(oneLine),
    );
    await expect
      .poll(async () => (await page.title()).replace(/^\(\d+\+?\) /, ""))
      .toMatch(oneLine(`${visitorName} · Site Inbox`));
  }
  await watch.expectNothing(page);
});

const bodies = (page: Page) => page.getByRole("region", { name: "Messages" }).locator("p[dir=auto]");

test("messages and replies are shown as they were written, live and after a reload (F1)", { tag: "@journey" }, async ({
  page,
  context,
}) => {
  const watch = await watchForHostility(context);
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello", { name: "Ana" });
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${id}`);
  const sent = ["Hello"];
  for (const text of HOSTILE_TEXTS) {
    await sendMessage(visitor, id, text);
    await reply(owner, id, text);
    sent.push(text, text);
  }
  await expect(bodies(page)).toHaveCount(sent.length);
  expect(await bodies(page).allTextContents()).toEqual(sent);
  await watch.expectNothing(page);

  await page.reload();
  await expect(bodies(page).last()).toBeVisible();
  const last = await bodies(page).allTextContents();
  expect(last).toEqual(sent.slice(-last.length));
  await watch.expectNothing(page);
});

test("a reply is sent as it was typed (F1)", async ({ page, context }) => {
  const watch = await watchForHostility(context);
  const { owner, site } = await newOwnerWithSite();
  const { conversationId: id } = await start(await openWidget(site), "Hello", { name: "Ana" });
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${id}`);
  const box = page.getByRole("textbox", { name: "Reply to Ana" });
  const typed = everyNth(3, HOSTILE_TEXTS);
  for (const text of typed) {
    await box.fill(text);
    await box.press("Enter");
  }
  await expect(bodies(page)).toHaveCount(typed.length + 1);
  expect(await bodies(page).allTextContents()).toEqual(["Hello", ...typed]);
  await expect(page.getByText("Sent", { exact: true })).toBeAttached();
  await watch.expectNothing(page);
});

test("notifications and the page's title show messages as they were written (F1)", async ({ page, context }) => {
  const watch = await watchForHostility(context);
  const shown = await recordNotifications(context, "granted");
  const { owner, site } = await newOwnerWithSite({ name: SHOP });
  const visitor = await openWidget(site);
  await start(visitor, "Hello", { name: "Ana" });
  await enterDashboard(page, owner);
  await gotoLive(page, "/inbox");
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await setVisibility(page, "hidden");
  for (const [at, name] of NAMES.entries()) {
    await start(visitor, name, { name });
    await expect.poll(() => shown.length, { intervals: [20] }).toBe(at + 1);
  }
  expect(shown).toEqual(NAMES.map((name) => ({ title: `${name} · ${SHOP}`, body: name })));
  await expect(page).toHaveTitle("(1) Inbox · Site Inbox");
  await watch.expectNothing(page);
});

test("search text is shown as text in the box, the results and the command menu (F1)", async ({ page, context }) => {
  const watch = await watchForHostility(context);
  const { owner } = await hostileInbox();
  await enterDashboard(page, owner);
  await gotoLive(page, "/inbox");
  const box = page.getByRole("searchbox");
  const wanted = upTo(SEARCH_MAX);
  for (const text of everyNth(6, wanted)) {
    await box.fill(text);
    await box.press("Enter");
    await page.waitForURL((url) => url.searchParams.get("q") === text);
    await expect(
      listRows(page)
        .filter({ hasText: oneLine(text) })
        .first(),
    ).toBeVisible();
  }
  await page.keyboard.press("Control+k");
  const input = page.getByRole("combobox", { name: "Command menu" });
  const option = page.getByRole("option").filter({ hasText: "Search messages for" });
  for (const text of wanted) {
    await input.fill(text);
    await expect(option).toHaveText(oneLine(`Search messages for “${text.trim()}”`));
  }
  await watch.expectNothing(page);
});

test("an address is shown as text, whatever it contains (F1)", async ({ page }) => {
  const { owner } = await newOwnerWithSite();
  const encoded = HOSTILE_STRINGS.map((text) => encodeURIComponent(text));
  const searches = await parsePages(
    page,
    encoded.map((text) => `/inbox?status=all&q=${text}`),
    owner.token,
  );
  for (const [at, { strays }] of searches.entries()) expect(strays, HOSTILE_STRINGS[at]).toEqual([]);
  const others = ["/inbox?site=", "/inbox?status=", "/inbox/", "/settings/sites/", "/nowhere/", "/settings/account?x="];
  const owners = encoded.flatMap((text, at) => `${others[at % others.length]}${text}`);
  for (const { strays } of await parsePages(page, owners, owner.token)) expect(strays).toEqual([]);
  const strangers = encoded.flatMap((text) => [`/login?next=${text}`, `/demo?site=${text}`]);
  for (const { strays, values } of await parsePages(page, strangers)) {
    expect(strays).toEqual([]);
    for (const value of values) expect(value).toBe("");
  }
});
