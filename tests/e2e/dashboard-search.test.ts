import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard, gotoLive, inside, listRows, siteMenu } from "../support/dashboard-page.ts";
import {
  deleteConversation,
  newOwnerWithSite,
  newSite,
  openWidget,
  patchConversation,
  start,
} from "../support/factories.ts";
import { manyConversations } from "../support/many-conversations.ts";
import { expect, test } from "../support/page-test.ts";

const box = (page: Page) => page.getByRole("searchbox", { name: "Search messages and visitors" });
const said = (page: Page) => page.getByRole("search").getByRole("status");

/** An inbox of Cleo, Ben and Ana, in this order; Ben's conversation is closed. */
async function openInbox(page: Page, path = "/inbox") {
  const { owner, site } = await newOwnerWithSite();
  const startAs = async (name: string, text: string) =>
    (await start(await openWidget(site), text, { name })).conversationId;
  const ids = {
    Ana: await startAs("Ana", "My blue parcel is late"),
    Ben: await startAs("Ben", "A parcel for Ben"),
    Cleo: await startAs("Cleo", "Only a question"),
  };
  await patchConversation(owner, ids.Ben, { status: "closed" });
  await enterDashboard(page, owner);
  await gotoLive(page, path);
  return { owner, site, ids };
}

test("search starts while typing, highlights matches, and counts the conversations", { tag: "@journey" }, async ({
  page,
}) => {
  await openInbox(page, "/inbox?status=all");
  await page.keyboard.press("/");
  await expect(box(page)).toBeFocused();
  await page.keyboard.type("PARCEL");
  await expect(listRows(page)).toHaveText([/Ben/, /Ana/]);
  await expect(listRows(page).nth(1).locator("mark")).toHaveText("parcel");
  await expect(said(page)).toHaveText("2 conversations found");
  await expect(page).toHaveURL(inside("/inbox?status=all&q=PARCEL"));
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(" blue");
  await expect(listRows(page)).toHaveText([/Ana/]);
  await expect(said(page)).toHaveText("1 conversation found");
  await expectAccessible(page);
});

test("the search survives a reload, reading a conversation, and going back", async ({ page }) => {
  const { ids } = await openInbox(page, "/inbox?status=all");
  await box(page).fill("parcel");
  await expect(listRows(page)).toHaveText([/Ben/, /Ana/]);
  await page.reload();
  await expect(box(page)).toHaveValue("parcel");
  await expect(listRows(page)).toHaveText([/Ben/, /Ana/]);
  await listRows(page).nth(1).click();
  await expect(page).toHaveURL(inside(`/inbox/${ids.Ana}?status=all&q=parcel`));
  await expect(listRows(page)).toHaveText([/Ben/, /Ana/]);
  await page.goBack();
  await expect(page).toHaveURL(inside("/inbox?status=all&q=parcel"));
  await page.goBack();
  await expect(page).toHaveURL(inside("/inbox?status=all"));
  await expect(box(page)).toHaveValue("");
  await expect(listRows(page)).toHaveText([/Cleo/, /Ben/, /Ana/]);
});

test("search works next to an open conversation without leaving it", async ({ page }) => {
  const { ids } = await openInbox(page);
  await listRows(page).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Cleo" })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("blue");
  await expect(listRows(page)).toHaveText([/Ana/]);
  await expect(page).toHaveURL(inside(`/inbox/${ids.Cleo}?q=blue`));
  await expect(page.getByRole("heading", { level: 1, name: "Cleo" })).toBeVisible();
  await expect(box(page)).toBeFocused();
});

test("Escape or the button clears the search, and another Escape leaves the box", async ({ page }) => {
  await openInbox(page);
  await box(page).fill("blue");
  await expect(listRows(page)).toHaveText([/Ana/]);
  await box(page).press("Escape");
  await expect(box(page)).toHaveValue("");
  await expect(listRows(page)).toHaveText([/Cleo/, /Ana/]);
  await expect(page).toHaveURL(inside("/inbox"));
  await expect(box(page)).toBeFocused();
  await box(page).press("Escape");
  await expect(box(page)).not.toBeFocused();
  await box(page).fill("blue");
  await expect(listRows(page)).toHaveText([/Ana/]);
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(listRows(page)).toHaveText([/Cleo/, /Ana/]);
});

test("a search without results links to all conversations and out of the search", async ({ page }) => {
  await openInbox(page);
  await box(page).fill("ben parcel");
  await expect(page.getByText("Nothing found for “ben parcel” with these filters.")).toBeVisible();
  await expect(said(page)).toHaveText("Nothing found");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Search all conversations" }).click();
  await expect(listRows(page)).toHaveText([/Ben/]);
  await expect(box(page)).toHaveValue("ben parcel");
  await box(page).fill("no such thing");
  await expect(page.getByText("Nothing found for “no such thing”.")).toBeVisible();
  await page.getByRole("link", { name: "Clear search" }).click();
  await expect(box(page)).toHaveValue("");
  await expect(listRows(page)).toHaveText([/Cleo/, /Ben/, /Ana/]);
});

test("search covers only the chosen status and site", async ({ page }) => {
  const { owner } = await openInbox(page);
  const other = await newSite(owner, { name: "Second shop" });
  await start(await openWidget(other), "Another parcel", { name: "Dora" });
  await page.reload();
  await box(page).fill("parcel");
  await expect(listRows(page)).toHaveText([/Dora/, /Ana/]);
  await page.getByRole("link", { name: /^Closed/ }).click();
  await expect(listRows(page)).toHaveText([/Ben/]);
  await page.getByRole("link", { name: "All", exact: true }).click();
  await expect(listRows(page)).toHaveText([/Dora/, /Ben/, /Ana/]);
  await siteMenu(page).click();
  await page.getByRole("link", { name: /^Second shop/ }).click();
  await expect(listRows(page)).toHaveText([/Dora/]);
  await expect(box(page)).toHaveValue("parcel");
});

test("results stay where they are while messages arrive, and their content stays current", async ({ page }) => {
  const { owner, site, ids } = await openInbox(page, "/inbox?status=all&q=parcel");
  await expect(listRows(page)).toHaveText([/Ben/, /Ana/]);
  await start(await openWidget(site), "A new parcel", { name: "Dora" });
  await patchConversation(owner, ids.Ana, { status: "closed" });
  await expect(listRows(page).nth(1)).toContainText("Closed");
  await deleteConversation(owner, ids.Ben);
  await expect(page.getByRole("listitem").filter({ hasText: "Ben" })).toContainText("Deleted");
  await expect(page.getByRole("region", { name: "Inbox" }).getByRole("listitem")).toHaveText([/Ben/, /Ana/]);
});

test("search continues automatically if one page's work didn't find the next match", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const bodies = [...Array.from({ length: 1800 }, () => "hay"), ...Array.from({ length: 2010 }, () => "a needle")];
  await manyConversations(site.id, bodies);
  await enterDashboard(page, owner);
  await page.goto("/inbox?q=needle");
  await expect(listRows(page).first()).toContainText("a needle");
});

test("a search that takes several pages says how many it found once it ends", { tag: "@journey" }, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  // One more candidate than the index looks at, and the only match is the oldest.
  await manyConversations(site.id, [...Array.from({ length: 1_000 }, () => "needle a"), "a needle"]);
  await enterDashboard(page, owner);
  await page.goto(`/inbox?q=${encodeURIComponent('"a needle"')}`);
  await expect(listRows(page)).toHaveText([/a needle/]);
  await expect(page.getByRole("search").getByRole("status")).toHaveText("1 conversation found");
});

test("a search that's too long shows and searches its beginning", async ({ page }) => {
  await openInbox(page, `/inbox?q=${"parcel%20".repeat(40)}`);
  await expect(listRows(page)).toHaveText([/Ana/]);
  await expect(box(page)).toHaveValue("parcel ".repeat(40).slice(0, 200));
});

test("search queries and results never become markup", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const hostile = '<img src=x onerror="window.ran=1">';
  await start(await openWidget(site), `Look: ${hostile}`);
  await enterDashboard(page, owner);
  await page.goto(`/inbox?q=${encodeURIComponent(hostile)}`);
  await expect(listRows(page).locator("mark").first()).toContainText("<img");
  await page.goto(`/inbox?q=${encodeURIComponent(`${hostile}no`)}`);
  await expect(page.getByText(`Nothing found for “${hostile}no” with these filters.`)).toBeVisible();
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("search is in the list, which is a page of its own", async ({ page }) => {
    await openInbox(page);
    // Safari zooms into a field with smaller letters.
    await expect(box(page)).toHaveCSS("font-size", "16px");
    await box(page).fill("blue");
    await expect(listRows(page)).toHaveText([/Ana/]);
    await listRows(page).click();
    await expect(page.getByRole("heading", { level: 1, name: "Ana" })).toBeVisible();
    await page.getByRole("link", { name: "Back to inbox" }).click();
    await expect(box(page)).toHaveValue("blue");
    await expect(listRows(page)).toHaveText([/Ana/]);
  });
});
