import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { newOwnerWithSite, openWidget, reply, sendMessage, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

/** Opens a conversation of so many lines. Returns what lets its visitor write more of them. */
async function openLines(page: Page, count: number) {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "Line 1.");
  const write = async (from: number, to: number) => {
    for (let line = from; line <= to; line++) await sendMessage(visitor, conversationId, `Line ${line}.`);
  };
  await write(2, count);
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${conversationId}`);
  return write;
}

const messages = (page: Page) => page.getByRole("region", { name: "Messages" });
const lines = (page: Page) => messages(page).getByText(/^Line \d+\.$/);
const linesUpTo = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index + 1}.`);

test("the first messages stay while more than a page arrive", async ({ page }) => {
  const write = await openLines(page, 45);
  await expect(lines(page)).toHaveText(linesUpTo(45));
  await write(46, 55);
  await expect(lines(page)).toHaveText(linesUpTo(55));
  await expect(page.getByRole("button", { name: "Load earlier messages" })).toBeHidden();
});

test("there's no gap between loaded and arriving messages", async ({ page }) => {
  const write = await openLines(page, 60);
  await messages(page).press("Home");
  await expect(lines(page)).toHaveText(linesUpTo(60));
  await write(61, 70);
  await expect(lines(page)).toHaveText(linesUpTo(70));
});

test("the thread opens at the newest message, and stays there while earlier ones load", { tag: "@journey" }, async ({
  page,
}) => {
  await openLines(page, 70);
  const line = (number: number) => messages(page).getByText(`Line ${number}.`, { exact: true });
  await expect(line(70)).toBeInViewport();
  await messages(page).press("Home");
  await expect(line(1)).toBeAttached();
  await messages(page).press("End");
  await expect(line(70)).toBeInViewport();
  await expect(page.getByRole("button", { name: "Load earlier messages" })).toBeHidden();
});

test("web and email addresses in messages are links, also in Arabic, and a long one wraps", {
  tag: ["@journey", "@all"],
}, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const long = `https://shop.example/${"path".repeat(200)}`;
  const { conversationId } = await start(visitor, `See (https://shop.example/a?b=1). ${long}`);
  await reply(owner, conversationId, "راسلنا على help@shop.example أو https://shop.example/دعم، شكرا");
  await enterDashboard(page, owner);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/inbox/${conversationId}`);
  const links = messages(page).getByRole("link");
  await expect(links).toHaveText(["https://shop.example/a?b=1", long, "help@shop.example", "https://shop.example/دعم"]);
  await expect(links.nth(2)).toHaveAttribute("href", "mailto:help@shop.example");
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
    await expect(link).toHaveAttribute("target", "_blank");
    await expect(link).toHaveCSS("unicode-bidi", "isolate");
  }
  expect(await messages(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await expectAccessible(page);
});
