import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard, gotoLive, inside, listRows } from "../support/dashboard-page.ts";
import { newOwnerWithSite, openWidget, start } from "../support/factories.ts";
import { recordNotifications } from "../support/notifications.ts";
import { expect, test } from "../support/page-test.ts";
import { setVisibility } from "../support/visibility.ts";

async function openInbox(page: Page) {
  const { owner, site } = await newOwnerWithSite({ name: "Corner shop" });
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello", { name: "Ana" });
  await enterDashboard(page, owner);
  await gotoLive(page, "/inbox");
  await expect(listRows(page)).toHaveText([/Ana/]);
  return { site, visitor, id };
}

const offer = (page: Page) => page.getByRole("button", { name: "Turn on notifications" });

test("the browser's permission is requested only when the owner presses the button; then a hidden tab notifies about a message", {
  tag: "@journey",
}, async ({ page, context }) => {
  const shown = await recordNotifications(context, "granted");
  const { visitor, id } = await openInbox(page);
  expect(await page.evaluate(() => localStorage.getItem("test-permission"))).toBeNull();
  await expectAccessible(page);
  await offer(page).click();
  await expect(offer(page)).toBeHidden();
  await start(visitor, "While you look");
  await expect(listRows(page)).toContainText("While you look");
  await setVisibility(page, "hidden");
  await start(visitor, "Are you there?");
  await expect.poll(() => shown).toEqual([{ title: "Ana · Corner shop", body: "Are you there?" }]);
  await expect(page).toHaveTitle("(1) Inbox · Site Inbox");
  await setVisibility(page, "visible");
  await page.evaluate(() => (Reflect.get(globalThis, "lastNotification") as { onclick: () => void }).onclick());
  await expect(page).toHaveURL(inside(`/inbox/${id}`));
});

test("two hidden tabs send one notification, and none while one of them is visible", async ({ page, context }) => {
  const shown = await recordNotifications(context, "granted");
  const { visitor } = await openInbox(page);
  await offer(page).click();
  const other = await context.newPage();
  await gotoLive(other, "/inbox");
  await setVisibility(page, "hidden");
  // Each tab says by a lock that it's visible, which takes a moment.
  const visibleTabs = () =>
    page.evaluate(async () => {
      const { held = [] } = await navigator.locks.query();
      return held.filter(({ name }) => name?.startsWith("site-inbox:seen:")).length;
    });
  await expect.poll(visibleTabs).toBe(1);
  await start(visitor, "One tab is seen");
  for (const tab of [page, other]) await expect(listRows(tab)).toContainText("One tab is seen");
  // Whether to notify was asked when the row changed. The responses come in order.
  await expect.poll(visibleTabs).toBe(1);
  await setVisibility(other, "hidden");
  await expect.poll(visibleTabs).toBe(0);
  const bodies = () => shown.map(({ body }) => body);
  await start(visitor, "None is seen");
  // Otherwise the next message could join it.
  await expect.poll(bodies).toEqual(["None is seen"]);
  await start(visitor, "Still none");
  await expect.poll(bodies).toEqual(["None is seen", "Still none"]);
});

test("the title and the app's badge count unread conversations on settings pages too, until they're read elsewhere", async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    const set = async (count?: number) => void Reflect.set(globalThis, "badge", count);
    Object.assign(navigator, { setAppBadge: set, clearAppBadge: () => set(0) });
  });
  const { visitor, id } = await openInbox(page);
  await page.goto("/settings/account");
  await expect(page).toHaveTitle("(1) Account · Site Inbox");
  const badge = () => page.evaluate(() => Reflect.get(globalThis, "badge"));
  expect(await badge()).toBe(1);
  // A push message sets it while the page is in the background, and may be late.
  await page.evaluate(() => navigator.setAppBadge(7));
  await setVisibility(page, "visible");
  expect(await badge()).toBe(1);
  const other = await context.newPage();
  await other.goto(`/inbox/${id}`);
  await expect(page).toHaveTitle("Account · Site Inbox");
  expect(await badge()).toBe(0);
  await page.evaluate(() => navigator.setAppBadge(7));
  await start(visitor, "Are you there?");
  await expect.poll(badge).toBe(0);
});

test("notifications are offered once: an owner who declines finds them in the account", async ({ page, context }) => {
  await recordNotifications(context, "granted");
  await openInbox(page);
  await page.getByRole("button", { name: "Not now" }).click();
  await page.reload();
  await expect(listRows(page)).toHaveText([/Ana/]);
  await expect(offer(page)).toBeHidden();
  await page.goto("/settings/account/notifications");
  await offer(page).click();
  await page.getByRole("button", { name: "Turn off notifications" }).click();
  await expect(offer(page)).toBeVisible();
});

test("the inbox and the account say what to do if the browser blocks notifications", async ({ page, context }) => {
  await recordNotifications(context, "denied");
  await openInbox(page);
  await offer(page).click();
  const blocked = "Your browser blocks notifications from this page.";
  await expect(page.getByRole("alert").filter({ hasText: blocked })).toBeVisible();
  const step = page
    .getByRole("region", { name: "Get started" })
    .getByRole("listitem")
    .filter({ hasText: "Your browser blocks them." });
  await expect(step).toBeVisible();
  await expect(step.getByRole("button")).toHaveCount(0);
  await expectAccessible(page);
  await page.goto("/settings/account/notifications");
  await expect(page.getByText("open the site settings next to the address")).toBeVisible();
});
