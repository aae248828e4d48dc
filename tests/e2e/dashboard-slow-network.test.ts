import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard, gotoLive, inside, listRows, newOwnerInside } from "../support/dashboard-page.ts";
import { testEnvironment } from "../support/environment.ts";
import { newConversation, newOwnerWithSite, openWidget, sendMessage, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { startProcess } from "../support/start-process.ts";

/** An owner's inbox with conversations of Ana and Ben. */
async function twoConversations(page: Page) {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const ana = await start(visitor, "I am Ana", { name: "Ana" });
  const ben = await start(await openWidget(site), "I am Ben", { name: "Ben" });
  await enterDashboard(page, owner);
  return {
    ana: `/inbox/${ana.conversationId}`,
    ben: `/inbox/${ben.conversationId}`,
    writeAsAna: (text: string) => sendMessage(visitor, ana.conversationId, text),
  };
}

/** Holds back the scripts of the next pages. Returns what sends them. */
async function holdScripts(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js", (route) => promise.then(() => route.continue()));
  return resolve;
}

const row = (page: Page, name: string) => listRows(page).filter({ hasText: name });
const messages = (page: Page) => page.getByRole("region", { name: "Messages" });
const replyTo = (page: Page, name: string) => page.getByRole("textbox", { name: `Reply to ${name}` });

test("typed text stays while the page's scripts are still loading", { tag: "@journey" }, async ({ page }) => {
  const { owner, id } = await newConversation();
  await enterDashboard(page, owner);
  const sendScripts = await holdScripts(page);
  await page.goto(`/inbox/${id}?status=all`, { waitUntil: "commit" });
  const box = page.getByRole("textbox", { name: /^Reply to/ });
  await box.fill("Typed before the scripts came");
  await page.getByRole("button", { name: "Send" }).click({ force: true });
  sendScripts();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes("draft:"))))
    .toBe(true);
  await expect(box).toHaveValue("Typed before the scripts came");
  expect(new URL(page.url()).search).toBe("?status=all");
});

test("a button that's clicked while the page's scripts are still loading works once they're there, and only once", async ({
  page,
}) => {
  const { id, owner } = await newConversation();
  await enterDashboard(page, owner);
  const sendScripts = await holdScripts(page);
  const star = page.getByRole("button", { name: "Star", exact: true });
  await page.goto(`/inbox/${id}`, { waitUntil: "commit" });
  await star.click();
  sendScripts();
  const unstar = page.getByRole("button", { name: "Remove star" });
  await expect(unstar).toBeVisible();
  await unstar.click();
  await expect(star).toBeVisible();
});

test("a site is created if its form is submitted while the page's scripts are still loading", async ({ page }) => {
  await newOwnerInside(page);
  const sendScripts = await holdScripts(page);
  await page.goto("/settings/sites/new", { waitUntil: "commit" });
  await page.getByLabel("Name").fill("Kiln Street");
  await page.getByRole("button", { name: "Create site" }).click();
  sendScripts();
  await expect(page.getByRole("heading", { level: 1, name: "Your site is ready." })).toBeVisible();
  await expect(page.getByRole("navigation").getByText("Kiln Street")).toBeVisible();
});

test("on a phone, the line of settings stays where it was scrolled while the page's scripts are still loading", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await newOwnerInside(page);
  const sendScripts = await holdScripts(page);
  const live = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith("/events"));
  await page.goto("/settings/sites", { waitUntil: "commit" });
  const line = page.getByRole("navigation", { name: "Settings" }).locator("[data-line]");
  await line.evaluate((element) => element.scrollTo(40, 0));
  sendScripts();
  await live;
  expect(await line.evaluate(({ scrollLeft }) => scrollLeft)).toBe(40);
});

test("a clicked conversation is selected immediately, and shows a skeleton until it's loaded", async ({ page }) => {
  const { ana, ben } = await twoConversations(page);
  await gotoLive(page, ana);
  const held = Promise.withResolvers<void>();
  await page.route(`**${ben}?*`, (route) => held.promise.then(() => route.continue()));
  await row(page, "Ben").click();
  await expect(row(page, "Ben")).toHaveAttribute("aria-current", "page");
  await expect(row(page, "Ana")).not.toHaveAttribute("aria-current");
  await expect(page.getByRole("status").filter({ hasText: "Opening the conversation with Ben" })).toBeAttached();
  await expect(page.locator("[inert]").filter({ has: replyTo(page, "Ana") })).toHaveCount(1);
  const coming = page.locator("[data-coming] form > div");
  const boxes = async (composer: Locator) => [
    await page.locator("header").last().boundingBox(),
    await composer.boundingBox(),
  ];
  const sizes = [await boxes(coming)];
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("link", { name: "Back to inbox" }).last()).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  sizes.push(await boxes(coming));
  // What can be done with it is there already.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("close");
  await expect(page.getByRole("option").first()).toHaveText(/^Close this conversation/);
  held.resolve();
  await expect(page).toHaveURL(inside(ben));
  await expect(page.getByRole("option").first()).toHaveText(/^Close this conversation/);
  await page.keyboard.press("Escape");
  await expect(messages(page)).toContainText("I am Ben");
  const composer = page.locator("article form > div");
  const shown = [await boxes(composer)];
  await page.setViewportSize({ width: 1280, height: 720 });
  shown.unshift(await boxes(composer));
  expect(shown).toEqual(sizes);
  expect(page.url()).toMatch(inside(ben));
});

test.describe("without a connection", () => {
  test.use({
    expectedErrors: [
      /status of 503|ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED|INCOMPLETE_CHUNKED)|Failed to fetch/,
    ],
  });

  test("a clicked row opens once the connection is back, and nothing is lost", async ({ page, context }) => {
    await twoConversations(page);
    await gotoLive(page, "/inbox");
    await context.setOffline(true);
    await row(page, "Ana").click();
    await expect(row(page, "Ana")).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("heading", { name: "You’re offline" })).toBeVisible();
    expect(page.url()).toMatch(inside("/inbox"));
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(messages(page)).toContainText("I am Ana");
  });

  test("going back to the open conversation cancels the one that was clicked offline", async ({ page, context }) => {
    const { ana, writeAsAna } = await twoConversations(page);
    await gotoLive(page, ana);
    await context.setOffline(true);
    await row(page, "Ben").click();
    await expect(page.getByText("opens when you’re back online")).toBeVisible();
    await page.getByRole("button", { name: "Back to Ana" }).click();
    await replyTo(page, "Ana").fill("Half a sentence");
    await expect(row(page, "Ana")).toHaveAttribute("aria-current", "page");
    await context.setOffline(false);
    await writeAsAna("Are you there?");
    await expect(messages(page)).toContainText("Are you there?");
    expect(page.url()).toMatch(inside(ana));
    await expect(replyTo(page, "Ana")).toHaveValue("Half a sentence");
  });

  test("a conversation clicked offline waits for another click if a key was pressed since", async ({
    page,
    context,
  }) => {
    const { ana, ben } = await twoConversations(page);
    await gotoLive(page, ana);
    await context.setOffline(true);
    await row(page, "Ben").click();
    await page.keyboard.press("k");
    await expect(row(page, "Ben")).toBeFocused();
    await context.setOffline(false);
    await expect(page.getByRole("heading", { name: "You’re back online" })).toBeVisible();
    await expect(row(page, "Ben")).toBeFocused();
    expect(page.url()).toMatch(inside(ana));
    await page.getByRole("button", { name: "Open conversation" }).click();
    await expect(page).toHaveURL(inside(ben));
  });

  test("a page chosen offline says that it waits, opens on reconnect, and can be canceled", async ({
    page,
    context,
  }) => {
    const { ana } = await twoConversations(page);
    await gotoLive(page, ana);
    await context.setOffline(true);
    await page.getByRole("link", { name: "Settings" }).click();
    const notice = page.getByRole("status").filter({ hasText: "This page opens when you’re back." });
    await expect(notice).toBeVisible();
    await notice.getByRole("button", { name: "Cancel" }).click();
    await expect(notice).toHaveCount(0);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Waiting" }).click();
    await expect(notice).toBeVisible();
    await context.setOffline(false);
    await expect(page).toHaveURL(inside("/waiting"));
  });

  test("a row clicked while the service is stopped says so, and opens once it runs again", async ({ page }) => {
    // Two more processes have to start.
    test.setTimeout(180_000);
    const { ana, ben } = await twoConversations(page);
    await using service = await startProcess("stopped");
    const { port } = new URL(service.baseUrl);
    await gotoLive(page, `http://${new URL(testEnvironment.baseUrl).hostname}:${port}${ana}`);
    await expect(replyTo(page, "Ana")).toBeVisible();
    await service.stop();
    await row(page, "Ben").click();
    await expect(row(page, "Ben")).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("heading", { name: "Site Inbox isn’t responding" })).toBeVisible();
    await using _again = await startProcess("again", { PORT: port });
    await expect(messages(page)).toContainText("I am Ben", { timeout: 60_000 });
    expect(page.url()).toMatch(inside(ben));
  });
});

test("a link in the settings is marked while its page loads, and not afterwards", async ({ page }) => {
  await newOwnerInside(page);
  await page.goto("/settings/labels");
  const arrived = Promise.withResolvers<void>();
  await page.route("**/settings/account/sessions**", async (route) => {
    await arrived.promise;
    await route.continue();
  });
  const link = page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Sessions" });
  await link.click();
  await expect(link).toHaveCSS("animation-name", "pending");
  arrived.resolve();
  await page.waitForURL(inside("/settings/account/sessions"));
  await expect(link).toHaveCSS("animation-name", "none");
});
