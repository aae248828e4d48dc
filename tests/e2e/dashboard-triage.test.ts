import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard, gotoLive, inside, listRows, siteMenu } from "../support/dashboard-page.ts";
import {
  conversation,
  newOwnerWithSite,
  newSite,
  openWidget,
  patchConversation,
  reply,
  start,
} from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** An inbox with a conversation of each visitor, the last one on top. */
async function openInbox(page: Page, names: string[]) {
  const { owner, site } = await newOwnerWithSite();
  const ids = new Map<string, string>();
  for (const name of names) {
    ids.set(name, (await start(await openWidget(site), `I am ${name}`, { name })).conversationId);
  }
  await enterDashboard(page, owner);
  return { owner, site, idOf: (name: string) => ids.get(name) ?? "" };
}

test('the list shows who waits and for how long, and one\'s own last message with "You:"', async ({ page }) => {
  const { owner, idOf } = await openInbox(page, ["Ana", "Ben"]);
  await gotoLive(page, "/inbox");
  await expect(listRows(page)).toHaveText([/Ben.*Waiting 1 minute\..*I am Ben/, /Ana.*Waiting 1 minute\./]);
  await reply(owner, idOf("Ben"), "It ships today");
  await expect(listRows(page).first()).toContainText("You: It ships today");
  await expect(listRows(page).first()).not.toContainText("Waiting");
  await expect(listRows(page).last()).toContainText("Waiting");
});

test("closing opens the next conversation with the focus in the same place, and Z brings the closed one back", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, idOf } = await openInbox(page, ["Ana", "Ben", "Cleo"]);
  await gotoLive(page, `/inbox/${idOf("Cleo")}`);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(heading(page, "Ben")).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "Closed." })).toBeVisible();
  const status = async () => (await conversation(owner, idOf("Cleo"))).status;
  await expect.poll(status).toBe("closed");
  await page.keyboard.press("z");
  await expect(heading(page, "Cleo")).toBeVisible();
  await expect.poll(status).toBe("open");
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(listRows(page)).toHaveText([/Cleo/, /Ben/, /Ana/]);

  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(heading(page, "Ben")).toBeVisible();
  await page.keyboard.press("!");
  await expect(heading(page, "Ana")).toBeVisible();
  await expect.poll(async () => (await conversation(owner, idOf("Ben"))).spam).toBe(true);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(heading(page, "Ben")).toBeVisible();
  await expect.poll(async () => (await conversation(owner, idOf("Ben"))).spam).toBeUndefined();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(heading(page, "Ana")).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page).toHaveURL(inside("/inbox"));
  await expect(page.getByText("No open conversations.")).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("a conversation that's slow to close gives way to the next one, and to another that's chosen", async ({
  page,
}) => {
  const { owner, idOf } = await openInbox(page, ["Ana", "Ben", "Cleo", "Dora"]);
  const held = Promise.withResolvers<void>();
  await page.route(/\/conversations\/[^/]+$/, async (route) => {
    if (route.request().method() === "PATCH") await held.promise;
    await route.continue();
  });
  await gotoLive(page, `/inbox/${idOf("Dora")}`);
  const box = (name: string) => page.getByRole("textbox", { name: `Reply to ${name}` });
  await page.keyboard.press("e");
  await page.keyboard.press("r");
  await page.keyboard.type("One more thing");
  await expect(heading(page, "Cleo")).toBeVisible();
  await expect(box("Cleo")).toHaveValue("One more thing");
  await expect(box("Cleo")).toBeFocused();

  const opening = Promise.withResolvers<void>();
  await page.route(`**/inbox/${idOf("Ana")}?*`, (route) => opening.promise.then(() => route.continue()));
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await listRows(page).filter({ hasText: "Ana" }).click();
  held.resolve();
  await expect.poll(async () => (await conversation(owner, idOf("Dora"))).status).toBe("closed");
  await expect.poll(async () => (await conversation(owner, idOf("Cleo"))).status).toBe("closed");
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  opening.resolve();
  await expect(heading(page, "Ana")).toBeVisible();
});

test("the number of unread conversations is on the rail, the tab, the sites, in the title and on the icon, and stays current", async ({
  page,
}) => {
  const { owner, idOf } = await openInbox(page, ["Ana", "Ben"]);
  const other = await newSite(owner, { name: "Second shop" });
  await page.goto("/settings/account/profile");
  const rail = page.getByRole("navigation", { name: "Main" });
  const icons = page.locator('link[rel="icon"][type="image/svg+xml"]');
  const iconPaths = () => icons.evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute("href")))]);
  await expect(rail.getByRole("link", { name: "Inbox 2 unread" })).toBeVisible();
  await expect(page).toHaveTitle(/^\(2\) /);
  await expect.poll(iconPaths).toEqual(["/icon-unread.svg"]);
  expect((await page.request.get("/icon-unread.svg")).status()).toBe(200);
  await start(await openWidget(other), "Hello", { name: "Cleo" });
  await expect(rail.getByRole("link", { name: "Inbox 3 unread" })).toBeVisible();
  await rail.getByRole("link", { name: /^Inbox/ }).click();
  await expect(page.getByRole("link", { name: "Open 3 new" })).toBeVisible();
  await expect(page).toHaveTitle("(3) Inbox · Site Inbox");
  await siteMenu(page).click();
  await expect(page.getByRole("link", { name: "Second shop 1 new" })).toBeVisible();
  await page.keyboard.press("Escape");
  for (const name of ["Ana", "Ben", "Cleo"]) {
    await listRows(page).filter({ hasText: name }).click();
    await expect(heading(page, name)).toBeVisible();
  }
  await expect(page).toHaveTitle("Cleo · Site Inbox");
  await expect.poll(iconPaths).not.toContain("/icon-unread.svg");
  await expect(rail.getByRole("link", { name: "Inbox", exact: true })).toBeVisible();
  await patchConversation(owner, idOf("Ana"), { unread: true });
  await expect(rail.getByRole("link", { name: "Inbox 1 unread" })).toBeVisible();
});

test("the pane shows who waits the longest, and filters are in the URL and can be taken off", async ({ page }) => {
  const { owner, idOf } = await openInbox(page, ["Ana", "Ben", "Cleo ".repeat(16).trim()]);
  await patchConversation(owner, idOf("Ana"), { starred: true });
  await gotoLive(page, "/inbox");
  const home = page.getByRole("region", { name: "3 visitors are waiting" });
  await expect(home.getByRole("listitem")).toHaveText([/Ana/, /Ben/, /Cleo/]);
  const { x = 0, width: paneWidth = 0 } = (await home.boundingBox()) ?? {};
  expect(x + paneWidth).toBeLessThanOrEqual(1280);
  await reply(owner, idOf("Ben"), "It ships today");
  await expect(page.getByRole("region", { name: "2 visitors are waiting" }).getByRole("listitem")).toHaveText([
    /Ana/,
    /Cleo/,
  ]);
  await expectAccessible(page);

  const choose = async (name: string) => {
    await page
      .locator("summary")
      .filter({ hasText: /^Filter and sort$/ })
      .click();
    await page.getByRole("link", { name, exact: true }).click();
  };
  await choose("Longest waiting");
  await expect(page).toHaveURL(inside("/inbox?order=waiting"));
  await expect(listRows(page)).toHaveText([/Ana/, /Cleo/]);
  await expect(page.getByText("That’s everyone who’s waiting.")).toBeVisible();
  await choose("Starred");
  await expect(page).toHaveURL(inside("/inbox?starred=1&order=waiting"));
  await expect(listRows(page)).toHaveText([/Ana/]);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Remove filter: Longest waiting" }).click();
  await expect(page).toHaveURL(inside("/inbox?starred=1"));
  await page.getByRole("link", { name: "Remove filter: Starred" }).click();
  await expect(page).toHaveURL(inside("/inbox"));
  await expect(listRows(page)).toHaveCount(3);
  await page.getByRole("region", { name: "2 visitors are waiting" }).getByRole("link", { name: /Ana/ }).click();
  await expect(heading(page, "Ana")).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/inbox?starred=1&order=waiting");
    await expect(listRows(page)).toHaveText([/Ana/]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});
