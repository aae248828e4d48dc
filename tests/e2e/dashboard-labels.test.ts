import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard, gotoLive, inside, listRows } from "../support/dashboard-page.ts";
import { conversation, newOwnerWithSite, openWidget, patchConversation, start } from "../support/factories.ts";
import { labelsOf, newLabel } from "../support/labels.ts";
import { expect, test } from "../support/page-test.ts";

const DAY_MS = 86_400_000;

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function expectNoOverflow(page: Page): Promise<void> {
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await wider()).toBeLessThanOrEqual(0);
}

/** A conversation with Ana, which is open in the browser, and one with Ben. */
async function openAna(page: Page) {
  const { owner, site } = await newOwnerWithSite({ name: "Corner shop" });
  const ben = await start(await openWidget(site), "I am Ben", { name: "Ben" });
  const ana = await start(await openWidget(site), "I am Ana", { name: "Ana" });
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${ana.conversationId}`);
  await expect(heading(page, "Ana")).toBeVisible();
  return { owner, ana: ana.conversationId, ben: ben.conversationId };
}

test("keys star, label and snooze the open conversation, and undo takes the snooze back", { tag: "@journey" }, async ({
  page,
}) => {
  const { owner, ana } = await openAna(page);
  await newLabel(owner, { name: "Bug" });

  await page.keyboard.press("s");
  await expect.poll(async () => (await conversation(owner, ana)).starred).toBe(true);
  await expect(page.getByRole("button", { name: "Remove star" })).toBeVisible();

  await page.keyboard.press("l");
  const field = page.getByRole("combobox", { name: "Label this conversation" });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("Refund");
  await expect(page.getByRole("option")).toHaveText(["Create label “Refund”"]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option", { name: "Refund" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.type("bu");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option", { name: "Bug" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  const chips = page.getByRole("list", { name: "Labels" }).getByRole("listitem");
  await expect(chips).toHaveText(["Bug", "Refund"]);
  await expect.poll(async () => (await conversation(owner, ana)).labelIds).toHaveLength(2);

  await page.keyboard.press("b");
  await expect(page.getByRole("heading", { name: "Snooze until" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Tomorrow\s*9:00\sAM$/ }).click();
  await expect(page.getByText(/^Snoozed until tomorrow, .+\.$/)).toBeVisible();
  await expect(heading(page, "Ben")).toBeVisible();
  // The notice shows before the snooze is stored.
  const snoozedFor = async () => Date.parse((await conversation(owner, ana)).snoozedUntil ?? "") - Date.now();
  await expect.poll(snoozedFor).toBeLessThan(2 * DAY_MS);
  await page.keyboard.press("z");
  await expect(heading(page, "Ana")).toBeVisible();
  await expect.poll(async () => (await conversation(owner, ana)).snoozed).toBeUndefined();

  // Snoozed elsewhere, it says so here, and is woken here.
  await patchConversation(owner, ana, { snooze: { until: null } });
  await expect(page.getByText("Snoozed until they reply", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Wake now" }).click();
  await expect(page.getByText("Snoozed until they reply", { exact: true })).toBeHidden();
  await expect.poll(() => conversation(owner, ana)).not.toHaveProperty("snoozed");
});

test("the list shows labels, and is filtered by one from its menu and from the command menu", async ({ page }) => {
  const { owner, ana } = await openAna(page);
  const [bug, refund] = [await newLabel(owner, { name: "Bug" }), await newLabel(owner, { name: "Refund" })];
  await patchConversation(owner, ana, { labels: { add: [bug.id, refund.id] } });
  await gotoLive(page, "/inbox");
  await expect(listRows(page)).toHaveCount(2);
  await expect(listRows(page).first()).toContainText("Labeled Bug, Refund");
  await page
    .locator("summary")
    .filter({ hasText: /^Filter and sort$/ })
    .click();
  await page.getByRole("link", { name: "Bug", exact: true }).click();
  await expect(page).toHaveURL(inside(`/inbox?label=${bug.id}`));
  await expect(listRows(page)).toHaveText([/Ana/]);
  await expectAccessible(page);
  await page.getByRole("group", { name: "Active filters" }).getByRole("link").click();
  await expect(listRows(page)).toHaveCount(2);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("label: ref");
  await page.getByRole("option", { name: "Label: Refund" }).click();
  await expect(page).toHaveURL(inside(`/inbox?status=all&label=${refund.id}`));
  await expect(listRows(page)).toHaveText([/Ana/]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 780 } });

  test("the menu stars, labels and snoozes until a chosen time, and a time in the past is rejected", async ({
    page,
  }) => {
    const { owner, ana } = await openAna(page);
    const menu = () =>
      page
        .locator("summary")
        .filter({ hasText: /^More$/ })
        .click();
    await menu();
    await page.getByRole("button", { name: "Star" }).click();
    await expect.poll(async () => (await conversation(owner, ana)).starred).toBe(true);
    await menu();
    await page.getByRole("button", { name: "Snooze" }).click();
    const time = page.getByLabel("Choose date and time");
    await time.fill("2020-01-01T09:00");
    await page.getByRole("button", { name: "Snooze", exact: true }).last().click();
    await expect(page.getByText("Choose a time in the next 366 days.")).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page);
    const until = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 16);
    await time.fill(until);
    await page.getByRole("button", { name: "Snooze", exact: true }).last().click();
    await expect.poll(async () => (await conversation(owner, ana)).snoozed).toBe(true);
    await page.goto("/inbox?status=snoozed");
    const row = page.locator(`[data-row="${ana}"]`);
    await expect(row).toContainText(/Snoozed until \w+, \d/);
    await patchConversation(owner, ana, { snooze: { until: null } });
    await expect(row).toContainText("Snoozed until they reply");
  });
});

test.describe("with a name that's taken", () => {
  test.use({ expectedErrors: [/status of 409/] });

  test("labels are created, renamed, recolored, merged and deleted in the settings, on a phone too", {
    tag: ["@journey", "@all"],
  }, async ({ page }) => {
    const { owner, ana } = await openAna(page);
    const [bug, refund] = [await newLabel(owner, { name: "Bug" }), await newLabel(owner, { name: "Refund" })];
    await patchConversation(owner, ana, { labels: { add: [bug.id] } });
    await page.goto("/settings/labels");
    const items = page.getByRole("list", { name: "Labels" }).getByRole("listitem");
    await expect(items).toHaveText([/Bug.*1 conversation/, /Refund.*0 conversations/]);
    await page.getByLabel("New label").fill("Praise");
    await page.getByRole("button", { name: "Create label" }).click();
    await expect(items).toHaveCount(3);
    await expect(page.getByLabel("New label")).toHaveValue("");
    await page.getByLabel("New label").fill("PRAISE");
    await page.getByRole("button", { name: "Create label" }).click();
    await expect(page.getByText(/^Not created\./)).toBeVisible();

    await page.getByRole("button", { name: "Edit Bug" }).click();
    await page.getByLabel("Name").fill("Defect");
    await page.getByText("Purple").click();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 780 });
    await expectNoOverflow(page);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(items.filter({ hasText: "Defect" })).toBeVisible();

    await page.getByRole("button", { name: "Edit Defect" }).click();
    await page.getByRole("button", { name: "Merge", exact: true }).click();
    await page.getByLabel("Merge into").selectOption("Refund");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Merge labels" }).click();
    await expect(items).toHaveText([/Praise/, /Refund.*1 conversation/]);
    await expect.poll(async () => (await conversation(owner, ana)).labelIds).toEqual([refund.id]);

    await page.getByRole("button", { name: "Edit Praise" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Delete label" }).click();
    await expect(items).toHaveCount(1);
    expect((await labelsOf(owner)).map(({ name }) => name)).toEqual(["Refund"]);
  });
});
