import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard, gotoLive, listRows } from "../support/dashboard-page.ts";
import { conversation, inbox, newOwnerWithSite, openWidget, patchConversation, start } from "../support/factories.ts";
import { newLabel } from "../support/labels.ts";
import { manyConversations } from "../support/many-conversations.ts";
import { expect, test } from "../support/page-test.ts";
import { newTeam } from "../support/team.ts";

const bar = (page: Page) => page.getByRole("group", { name: "Selected conversations" });
const toast = (page: Page, words: string | RegExp) => page.getByRole("status").filter({ hasText: words });
const row = (page: Page, name: string) => listRows(page).filter({ hasText: name });

/** An inbox of Dora, Cleo, Ben and Ana, in this order. */
async function openInbox(page: Page) {
  const { owner, site } = await newOwnerWithSite();
  const ids: string[] = [];
  for (const name of ["Ana", "Ben", "Cleo", "Dora"]) {
    ids.unshift((await start(await openWidget(site), `I am ${name}`, { name })).conversationId);
  }
  await enterDashboard(page, owner);
  await gotoLive(page, "/inbox");
  await expect(listRows(page)).toHaveText([/Dora/, /Cleo/, /Ben/, /Ana/]);
  const statuses = async () => Promise.all(ids.map(async (id) => (await conversation(owner, id)).status));
  return { owner, site, ids, statuses };
}

test("keys select rows, close them all and take it back", { tag: "@journey" }, async ({ page }) => {
  const { statuses } = await openInbox(page);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(bar(page)).toContainText("1 selected");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(bar(page)).toContainText("3 selected");
  await expect(listRows(page).nth(2)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("x");
  await expect(bar(page)).toContainText("2 selected");
  await page.keyboard.press("e");
  await expect(toast(page, "Closed 2 conversations.")).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  expect(await statuses()).toEqual(["closed", "closed", "open", "open"]);
  await page.keyboard.press("z");
  await expect(toast(page, "Undone for 2 conversations.")).toBeVisible();
  expect(await statuses()).toEqual(["open", "open", "open", "open"]);
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);

  await page.keyboard.press("Control+a");
  await expect(bar(page)).toContainText("4 selected");
  await page.keyboard.press("Escape");
  await expect(bar(page)).toHaveCount(0);
});

test("clicks select rows and a range, and what's opened beside them stays selected", async ({ page }) => {
  const { owner, ids } = await openInbox(page);
  await page.getByRole("button", { name: "Select conversations" }).click();
  await expect(bar(page)).toContainText("None selected");
  await page.getByRole("checkbox", { name: "Select the conversation with Dora" }).check();
  await row(page, "Ben").click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("3 selected");
  await row(page, "Ana").click();
  await expect(page.getByRole("heading", { level: 1, name: "Ana" })).toBeVisible();
  await expect(bar(page)).toContainText("3 selected");
  await bar(page).locator("summary", { hasText: "More actions" }).click();
  await bar(page).getByRole("button", { name: "Star", exact: true }).click();
  await expect(toast(page, "Starred 3 conversations.")).toBeVisible();
  expect(new Set((await inbox(owner, "?starred=true")).map(({ id }) => id))).toEqual(new Set(ids.slice(0, 3)));
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Undone for 3 conversations.")).toBeVisible();
  expect(await inbox(owner, "?starred=true")).toEqual([]);
});

test("all that match are selected beyond those that are loaded", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  await manyConversations(
    site.id,
    Array.from({ length: 60 }, (_, rank) => `Question ${rank}`),
  );
  await enterDashboard(page, owner);
  await gotoLive(page, "/inbox");
  await page.keyboard.press("j");
  await page.keyboard.press("Control+a");
  await expect(bar(page)).toContainText("50 selected");
  await bar(page).getByRole("button", { name: "Select all 60 that match" }).click();
  await expect(bar(page)).toContainText("60 selected");
  await page.keyboard.press("e");
  await expect(toast(page, "Closed 60 conversations.")).toBeVisible({ timeout: 20_000 });
  expect(await inbox(owner, "?status=open")).toEqual([]);
  await page.keyboard.press("z");
  await expect(toast(page, "Undone for 60 conversations.")).toBeVisible({ timeout: 20_000 });
});

test("a conversation that changes after it was selected and changed stays as it is, which is said", async ({
  page,
}) => {
  const { owner, ids } = await openInbox(page);
  await page.keyboard.press("j");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("e");
  await expect(toast(page, "Closed 4 conversations.")).toBeVisible();
  await patchConversation(owner, ids[0] ?? "", { starred: true });
  await page.keyboard.press("z");
  await expect(
    toast(page, "Undone for 3 conversations. 1 stayed, because something happened in it since."),
  ).toBeVisible();
});

test("several are labeled and assigned, and so is one, each with a way back", async ({ page }) => {
  const team = await newTeam({ sites: 1 });
  const [site] = team.sites;
  const { owner, admin } = team;
  const label = await newLabel(owner, { name: "Refund" });
  const ids = await manyConversations(site?.id ?? "", ["One", "Two"]);
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${ids[0]}`);
  await page.getByRole("heading", { level: 1 }).focus();
  const [first = ""] = ids;
  const one = () => conversation(owner, first);

  await page.keyboard.press("l");
  await page.getByRole("dialog").getByRole("combobox").fill("ref");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await one()).labelIds).toEqual([label.id]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("z");
  await expect.poll(async () => (await one()).labelIds).toEqual([]);
  await page.keyboard.press("t");
  await expect(toast(page, "Assigned to you.")).toBeVisible();
  await page.keyboard.press("z");
  await expect.poll(async () => (await one()).assigneeId).toBeUndefined();

  await page.getByRole("button", { name: "Select conversations" }).click();
  await bar(page).getByRole("checkbox", { name: "Select all in the list" }).check();
  await page.keyboard.press("l");
  await page.getByRole("dialog", { name: "Add label" }).getByRole("combobox").fill("ref");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Labeled 2 conversations Refund.")).toBeVisible();
  expect((await inbox(owner, `?labelId=${label.id}`)).length).toBe(2);
  await page.getByRole("button", { name: "Select conversations" }).click();
  await bar(page).getByRole("checkbox", { name: "Select all in the list" }).check();
  await page.keyboard.press("a");
  await page.getByRole("dialog", { name: "Assign to" }).getByRole("combobox").fill(admin.email);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Assigned 2 conversations to")).toBeVisible();
  expect((await inbox(admin, "?assignee=me")).length).toBe(2);
});

test.describe("on a phone", () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] });

  test("a button begins the selection, the bar fits, and a refused change says why", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await openInbox(page);
    await page.getByRole("button", { name: "Select conversations" }).click();
    await expect(bar(page).getByRole("checkbox", { name: "Select all in the list" })).toBeFocused();
    await bar(page).getByRole("checkbox", { name: "Select all in the list" }).check();
    await expect(bar(page)).toContainText("4 selected");
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
    await page.route("**/conversations/bulk", (route) => route.abort());
    await bar(page).getByRole("button", { name: "Close", exact: true }).click();
    await expect(toast(page, "Site Inbox can’t be reached.")).toBeVisible();
    await expect(bar(page)).toContainText("4 selected");
    await bar(page).getByRole("button", { name: "Clear selection" }).click();
    await expect(bar(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Inbox" })).toBeFocused();
  });
});
