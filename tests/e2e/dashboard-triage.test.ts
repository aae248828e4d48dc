import type { Page } from "@playwright/test";
import { enterDashboard, expectAccessible, gotoLive, listRows } from "../support/dashboard-page.ts";
import { conversation, newOwnerWithSite, openWidget, reply, start } from "../support/factories.ts";
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

test("closing opens the next conversation with the focus in the same place, and Z brings the closed one back", async ({
  page,
}) => {
  const { owner, idOf } = await openInbox(page, ["Ana", "Ben", "Cleo"]);
  await gotoLive(page, `/inbox/${idOf("Cleo")}`);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(heading(page, "Ben")).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "Closed." })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("z");
  await expect(heading(page, "Cleo")).toBeVisible();
  await expect.poll(async () => (await conversation(owner, idOf("Cleo"))).status).toBe("open");
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(listRows(page)).toHaveText([/Cleo/, /Ben/, /Ana/]);

  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(heading(page, "Ben")).toBeVisible();
  await page.keyboard.press("!");
  await expect(heading(page, "Ana")).toBeVisible();
  expect((await conversation(owner, idOf("Ben"))).spam).toBe(true);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(heading(page, "Ben")).toBeVisible();
  expect((await conversation(owner, idOf("Ben"))).spam).toBeUndefined();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(heading(page, "Ana")).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page).toHaveURL("/inbox");
  await expect(page.getByText("No open conversations.")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
