import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard, gotoLive, inside, listRows, siteMenu } from "../support/dashboard-page.ts";
import {
  conversation,
  markRead,
  newConversation,
  newOwnerWithSite,
  newSite,
  openWidget,
  patchConversation,
  start,
} from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

const HOSTILE = [
  "<script>window.ran = 1</script>",
  '<img src="x" onerror="window.ran = 1">',
  '"><svg onload="window.ran = 1">',
  "javascript:window.ran = 1",
  "{{constructor.constructor('window.ran = 1')()}}",
];

test("the list filters by status and site, and keeps the filter while conversations are opened", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite({ name: "First shop" });
  const other = await newSite(owner, { name: "Second shop" });
  const closed = await start(await openWidget(site), "Closed matter", { name: "Petra" });
  await start(await openWidget(site), "Open matter", { name: "Jonas" });
  await start(await openWidget(other), "From afar", { name: "Aiko" });
  await patchConversation(owner, closed.conversationId, { status: "closed" });
  await enterDashboard(page, owner);
  await page.goto("/inbox");
  await expect(listRows(page)).toHaveText([/Aiko/, /Jonas/]);
  await siteMenu(page).click();
  await page.getByRole("link", { name: /^First shop/ }).click();
  await expect(listRows(page)).toHaveText([/Jonas/]);
  await page.getByRole("link", { name: "Closed", exact: true }).click();
  await expect(listRows(page)).toHaveText([/Petra/]);
  await listRows(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "Petra" })).toBeVisible();
  await expect(page).toHaveURL(inside(`/inbox/${closed.conversationId}?status=closed&site=${site.id}`));
  await expect(listRows(page)).toHaveText([/Petra/]);
});

test("a filter without results links out of itself", async ({ page }) => {
  const { owner, id } = await newConversation();
  await markRead(owner, id);
  await enterDashboard(page, owner);
  await page.goto("/inbox?status=closed");
  await expect(page.getByText("No closed conversations.")).toBeVisible();
  await page.getByRole("link", { name: "Show all conversations" }).click();
  await expect(listRows(page)).toHaveText([/Hello/]);
});

test("scrolling the list loads more, each conversation once, and keeps them when one is opened", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  for (let number = 1; number <= 60; number++) await start(await openWidget(site), `Question ${number}.`);
  await enterDashboard(page, owner);
  await page.goto("/inbox");
  await expect(listRows(page).first()).toContainText("Question 60.");
  // The server renders the first ones only.
  await expect(listRows(page)).toHaveCount(50);
  await listRows(page).last().scrollIntoViewIfNeeded();
  await expect(listRows(page)).toHaveCount(60);
  await expect(page.getByRole("button", { name: "Load more" })).toBeHidden();
  const previews = await listRows(page).allTextContents();
  expect(new Set(previews.map((text) => /Question \d+/.exec(text)?.[0])).size).toBe(60);
  await listRows(page).last().click();
  await expect(page.getByRole("region", { name: "Messages" })).toContainText("Question 1.");
  await expect(listRows(page)).toHaveCount(60);
  await expect(listRows(page).last()).toBeInViewport();
  // Below the rows that the server renders.
  await listRows(page).nth(40).click();
  await expect(page.getByRole("region", { name: "Messages" })).toContainText("Question 20.");
  await page.reload();
  await expect(listRows(page).nth(40)).toBeInViewport();
});

test("opening a conversation marks it as read, and it can be marked unread again", { tag: "@journey" }, async ({
  page,
}) => {
  const { owner, visitor, id } = await newConversation();
  await start(visitor, "One more thing");
  await enterDashboard(page, owner);
  await page.goto("/inbox");
  await expect(listRows(page)).toHaveText([/^Unread.*2 new$/]);
  await expect.poll(async () => (await conversation(owner, id)).unreadCount).toBe(2);
  await listRows(page).click();
  await expect.poll(async () => (await conversation(owner, id)).unreadCount).toBe(0);
  await page.goBack();
  await expect(listRows(page)).toHaveText([/^Visitor.*One more thing$/]);
  await listRows(page).click();
  await page.getByRole("button", { name: "Mark unread" }).click();
  await expect(page).toHaveURL(inside("/inbox"));
  await expect(listRows(page)).toHaveText([/^Unread/]);
});

test("a conversation that's marked unread while it loads isn't marked read by its page", async ({ page }) => {
  const { owner, visitor, id } = await newConversation();
  await start(visitor, "One more thing");
  await enterDashboard(page, owner);
  await gotoLive(page, "/inbox");
  const [loading, changing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/\/inbox\/[^/?]+\?.*_rsc=/, (route) => loading.promise.then(() => route.continue()));
  await page.route(`**/conversations/${id}`, (route) => changing.promise.then(() => route.continue()));
  const reads: string[] = [];
  page.on("request", (request) => request.url().endsWith("/read") && reads.push(request.url()));
  await listRows(page).click();
  await page.getByRole("button", { name: "Mark unread" }).click();
  loading.resolve();
  await expect(page.getByRole("region", { name: "Messages" })).toContainText("One more thing");
  changing.resolve();
  await expect(page).toHaveURL(inside("/inbox"));
  await expect(listRows(page)).toHaveText([/^Unread/]);
  expect(reads).toEqual([]);
  // Opened again, it's read.
  await listRows(page).click();
  await expect.poll(async () => (await conversation(owner, id)).unreadCount).toBe(0);
});

test("a conversation that another device marked unread shows as unread", async ({ page }) => {
  const { owner, id } = await newConversation();
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${id}`);
  await expect.poll(async () => (await conversation(owner, id)).unreadCount).toBe(0);
  await patchConversation(owner, id, { unread: true });
  await page.getByRole("link", { name: /^Open/ }).click();
  await expect(page).toHaveURL(inside("/inbox"));
  await expect(listRows(page)).toHaveText([/^Unread.*1 new$/]);
});

test("the inbox opens with a filter for an unknown site", async ({ page }) => {
  const { owner } = await newConversation();
  await enterDashboard(page, owner);
  await page.goto("/inbox?site=12345678-1234-1234-1234-123456789012");
  await expect(listRows(page)).toHaveText([/Hello/]);
});

test.describe("closing a conversation", () => {
  test.use({ expectedErrors: [/status of 409/] });

  test("can't be undone once the visitor has another open conversation, which it links to", async ({ page }) => {
    const { owner, visitor, id } = await newConversation();
    await enterDashboard(page, owner);
    await page.goto(`/inbox/${id}`);
    await page.getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL(inside("/inbox"));
    const other = await start(visitor, "A new matter");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Not undone. This visitor already has an open conversation.")).toBeVisible();
    await page.goto(`/inbox/${id}`);
    await page.getByRole("button", { name: "Reopen" }).click();
    await expect(page.getByText("This visitor already has an open conversation")).toBeVisible();
    await page.getByRole("link", { name: "Open that conversation" }).click();
    await expect(page).toHaveURL(inside(`/inbox/${other.conversationId}`));
  });
});

test("any message of a visitor is shown as text, and nothing in it runs", { tag: "@journey" }, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const details = { name: "<b onclick='window.ran = 1'>Eve</b>", pageUrl: "javascript:window.ran=1" };
  const { conversationId } = await start(visitor, HOSTILE[0] ?? "", details);
  for (const text of HOSTILE.slice(1)) await start(visitor, text);
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${conversationId}`);
  for (const text of HOSTILE) {
    await expect(page.getByRole("region", { name: "Messages" }).getByText(text, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole("heading", { level: 1, name: details.name })).toBeVisible();
  await expect(page).toHaveTitle(`${details.name} · Site Inbox`);
  const visitorDetails = page.getByRole("complementary", { name: "Visitor" });
  await expect(visitorDetails).toContainText("javascript:window.ran=1");
  await expect(visitorDetails.getByRole("link", { name: "javascript:" })).toHaveCount(0);
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("shows list and conversation as two pages, wraps long words, and keeps the reply box above the keyboard", async ({
    page,
  }) => {
    const { owner, site } = await newOwnerWithSite();
    const long = { name: "N".repeat(80), pageUrl: `https://shop.example/${"path/".repeat(150)}` };
    await start(await openWidget(site), "W".repeat(4000), long);
    await enterDashboard(page, owner);
    await page.goto("/inbox");
    await listRows(page).click();
    await expect(listRows(page)).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const messages = page.getByRole("region", { name: "Messages" });
    expect(await messages.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await expectAccessible(page);

    const navigation = page.getByRole("navigation", { name: "Main" });
    await expect(navigation).toBeHidden();
    const box = page.getByRole("textbox", { name: /^Reply to/ });
    // Phones zoom into fields with smaller text.
    expect(await box.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))).toBe(16);
    const composer = page.locator("article form");
    const bottom = async () => composer.evaluate((element) => Math.round(element.getBoundingClientRect().bottom));
    expect(await bottom()).toBe(844);
    // What Safari does: the keyboard covers the page, and the page is moved up.
    await page.evaluate(() => {
      const view = window.visualViewport;
      if (!view) return;
      Object.defineProperties(view, { height: { value: 500 }, offsetTop: { value: 40 } });
      view.dispatchEvent(new Event("resize"));
    });
    expect(await bottom()).toBe(540);
    await page.getByRole("link", { name: "Back to inbox" }).click();
    await expect(listRows(page)).toBeVisible();
    await expect(navigation).toBeVisible();
  });
});

test("the list's header is as high at 768 px as at 1280 px, and its search placeholder fits", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite({ name: "First shop" });
  await newSite(owner, { name: "Second shop" });
  await start(await openWidget(site), "Hello");
  await enterDashboard(page, owner);
  await page.goto("/inbox");
  await expect(listRows(page)).toHaveCount(1);
  const header = page.getByRole("region", { name: "Inbox" }).locator("header");
  const heightAt = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    return (await header.boundingBox())?.height;
  };
  expect(await heightAt(768)).toBe(await heightAt(1280));
  await page.setViewportSize({ width: 768, height: 800 });
  const [needed = 0, given = 0] = await page.getByRole("searchbox").evaluate((node) => {
    const input = node as HTMLInputElement;
    const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(input);
    const pen = new OffscreenCanvas(1, 1).getContext("2d");
    if (!pen) return [];
    pen.font = font;
    const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
    return [pen.measureText(input.placeholder).width, input.clientWidth - padding];
  });
  expect(needed).toBeGreaterThan(0);
  expect(needed).toBeLessThanOrEqual(given);
});

test("the visitor panel says if no name was given", async ({ page }) => {
  const { owner, id } = await newConversation();
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${id}`);
  const panel = page.getByRole("complementary", { name: "Visitor" });
  await expect(panel).toContainText("No name given");
  await expect(panel).not.toContainText(/Visitor [0-9A-F]{4}/);
  await expect(listRows(page)).toContainText(/Visitor [0-9A-F]{4}/);
});
