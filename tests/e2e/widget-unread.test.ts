import type { Page } from "@playwright/test";
import { reply } from "../support/factories.ts";
import { startLive } from "../support/live-shop.ts";
import { expect, type Shop, test } from "../support/shop-test.ts";
import { widgetOn } from "../support/widget-page.ts";

const badge = (page: Page) => page.locator("[popover] .b");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A visitor who wrote and closed the panel again. */
async function writeAndClose(shop: Shop, page: Page): Promise<string> {
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write("Is anybody there?");
  await widget.expectSent("Is anybody there?");
  await page.keyboard.press("Escape");
  await expect(widget.launcher).toBeFocused();
  return (await shop.conversation()).id;
}

/** Puts the tab in the background or back, as far as its documents can tell. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  for (const frame of page.frames()) {
    await frame.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      Object.defineProperty(document, "visibilityState", { value: hidden ? "hidden" : "visible", configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  }
}

test("the number of unread replies is on the button, in its name and in the title, until they're read", {
  tag: "@journey",
}, async ({ page, shop }) => {
  const id = await writeAndClose(shop, page);
  await expect(badge(page)).toBeHidden();
  await reply(shop.owner, id, "One");
  await expect(button(page, "Open chat, 1 new message")).toBeVisible();
  await expect(badge(page)).toHaveText("1");
  await expect(page).toHaveTitle("(1) A shop");
  await reply(shop.owner, id, "Two");
  await expect(button(page, "Open chat, 2 new messages")).toBeVisible();
  await expect(badge(page)).toHaveText("2");
  await expect(page).toHaveTitle("(2) A shop");

  await button(page, "Open chat, 2 new messages").click();
  await expect(widgetOn(page).composer).toBeFocused();
  await expect(page).toHaveTitle("A shop");
  await expect(badge(page)).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(button(page, "Open chat")).toBeFocused();
});

test("a reply that was in view is read, even if the panel is closed before the server knows", async ({
  page,
  shop,
}) => {
  const { widget, id } = await startLive(shop, page);
  const released = Promise.withResolvers<void>();
  await page.route("**/public/conversations/*/read", async (route) => {
    if (route.request().method() === "POST") await released.promise;
    await route.continue();
  });
  const marking = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/read"));
  await reply(shop.owner, id, "In view");
  await expect(widget.log.getByText("In view")).toBeVisible();
  await marking;
  await page.keyboard.press("Escape");
  await expect(widget.composer).toBeHidden();
  released.resolve();
  await expect(button(page, "Open chat")).toBeVisible();
  await reply(shop.owner, id, "Out of view");
  await expect(button(page, "Open chat, 1 new message")).toBeVisible();
  await expect(badge(page)).toHaveText("1");
});

test("the panel takes the focus if it's rendered only after it was opened", async ({ page, shop }) => {
  const id = await writeAndClose(shop, page);
  await reply(shop.owner, id, "One");
  await expect(badge(page)).toHaveText("1");
  // On paper nothing of the widget is drawn.
  await page.emulateMedia({ media: "print" });
  const read = page.waitForRequest("**/read");
  await page.evaluate(() => window.SiteInbox?.("open"));
  await read;
  await expect(widgetOn(page).composer).not.toBeFocused();
  await page.emulateMedia({ media: null });
  await expect(widgetOn(page).composer).toBeFocused();
});

test("the button counts to nine, and screen readers get the real number", async ({ page, shop }) => {
  const id = await writeAndClose(shop, page);
  for (let at = 1; at <= 10; at++) await reply(shop.owner, id, `Reply ${at}`);
  await expect(button(page, "Open chat, 10 new messages")).toBeVisible();
  await expect(badge(page)).toHaveText("9+");
  await expect(page).toHaveTitle("(10) A shop");
});

test("replies that arrived meanwhile are counted on the next page without opening the chat", async ({ page, shop }) => {
  const id = await writeAndClose(shop, page);
  await page.goto("about:blank");
  await reply(shop.owner, id, "While you were away");
  await shop.visit(page);
  await expect(button(page, "Open chat, 1 new message")).toBeVisible();
  await expect(page).toHaveTitle("(1) A shop");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.locator("body")).toBeFocused();
});

test("the title counts while the tab is in the background, even with the panel open", async ({ page, shop }) => {
  const id = await writeAndClose(shop, page);
  await button(page, "Open chat").click();
  await expect(widgetOn(page).composer).toBeFocused();
  await setHidden(page, true);
  await reply(shop.owner, id, "One");
  await expect(page).toHaveTitle("(1) A shop");
  await setHidden(page, false);
  await expect(page).toHaveTitle("A shop");
});

test("a title that the page sets meanwhile stays, without our number", async ({ page, shop }) => {
  const id = await writeAndClose(shop, page);
  await reply(shop.owner, id, "One");
  await expect(page).toHaveTitle("(1) A shop");
  await page.evaluate(() => {
    document.title = "Cart";
  });
  await expect(page).toHaveTitle("Cart");
  await reply(shop.owner, id, "Two");
  await expect(page).toHaveTitle("(2) Cart");
  await page.evaluate(() => {
    document.title += " (3 things)";
  });
  await button(page, "Open chat, 2 new messages").click();
  await expect(page).toHaveTitle("Cart (3 things)");
  await page.evaluate(() => {
    document.title = "(2) Forum";
  });
  await page.keyboard.press("Escape");
  await expect(button(page, "Open chat")).toBeVisible();
  await expect(page).toHaveTitle("(2) Forum");
});

test("destroying the widget restores the title", async ({ page, shop }) => {
  const id = await writeAndClose(shop, page);
  await reply(shop.owner, id, "One");
  await expect(page).toHaveTitle("(1) A shop");
  await page.evaluate(() => window.SiteInbox?.("destroy"));
  await expect(page).toHaveTitle("A shop");
});

test("a page without a title gets none", async ({ page, shop }) => {
  const id = await writeAndClose(shop, page);
  await page.evaluate(() => document.querySelector("title")?.remove());
  await reply(shop.owner, id, "One");
  await expect(button(page, "Open chat, 1 new message")).toBeVisible();
  expect(await page.evaluate(() => document.querySelectorAll("title").length)).toBe(0);
});

test("the page's handlers get the number, and none of the text", async ({ page, shop }) => {
  const id = await writeAndClose(shop, page);
  await page.evaluate(() => {
    const heard: unknown[] = [];
    Reflect.set(window, "heard", heard);
    for (const event of ["message", "unread"]) {
      window.SiteInbox?.("on", event, (...values: unknown[]) => heard.push([event, ...values]));
    }
  });
  await reply(shop.owner, id, "A secret");
  await expect(button(page, "Open chat, 1 new message")).toBeVisible();
  await button(page, "Open chat, 1 new message").click();
  await expect(widgetOn(page).composer).toBeFocused();
  await reply(shop.owner, id, "Another secret");
  await expect(widgetOn(page).log).toContainText("Another secret");
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, "heard")))
    .toEqual([
      ["unread", 1],
      ["message", 1],
      ["unread", 0],
      ["message", 0],
    ]);
});

test("logout removes the number", async ({ page, shop }) => {
  const id = await writeAndClose(shop, page);
  await reply(shop.owner, id, "One");
  await expect(page).toHaveTitle("(1) A shop");
  await page.evaluate(() => window.SiteInbox?.("logout"));
  await expect(page).toHaveTitle("A shop");
  await expect(badge(page)).toBeHidden();
  await expect(button(page, "Open chat")).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
});
