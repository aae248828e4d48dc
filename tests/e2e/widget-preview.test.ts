import type { Page } from "@playwright/test";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { violationsOn } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { reply } from "../support/factories.ts";
import { startLive } from "../support/live-shop.ts";
import { expect, type Shop, test } from "../support/shop-test.ts";
import { widgetOn } from "../support/widget-page.ts";

const VIEW = { width: 1280, height: 800 };
const TEXT = "It ships on Monday. We have it in green, in two sizes, and the larger one comes with a lid.";

test.use({ viewport: VIEW });

/** The frame next to the button, and what's in it. */
function previewOn(page: Page) {
  const { frame, composer } = widgetOn(page);
  return {
    bubble: page.getByRole("group", { name: "New message" }),
    beginning: frame.getByRole("status").getByRole("button"),
    dismiss: frame.getByRole("button", { name: "Dismiss" }),
    composer,
  };
}

/** A visitor who wrote and closed the panel again. */
async function writeAndClose(shop: Shop, page: Page): Promise<string> {
  const { widget, id } = await startLive(shop, page);
  await page.keyboard.press("Escape");
  await expect(widget.launcher).toBeFocused();
  return id;
}

const look = (shop: Shop, appearance: object) =>
  ask(SiteResponse, 200, "PATCH", `/sites/${shop.site.id}`, { token: shop.owner.token, body: { appearance } });

test("a reply that arrives while the chat is closed shows its beginning next to the button, and the keyboard opens it", {
  tag: "@journey",
}, async ({ page, shop }) => {
  await look(shop, { launcherSize: 64, offsetX: 40, offsetY: 70 });
  const id = await writeAndClose(shop, page);
  const { bubble, beginning, composer } = previewOn(page);
  await expect(bubble).toHaveCount(0);
  await reply(shop.owner, id, TEXT);
  await expect(beginning).toHaveText(`${shop.site.name}${TEXT}`);
  await expect(bubble).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Open chat, 1 new message" })).toBeFocused();
  // Beside the button, its lower edge on the same line: the distances from the page's edges stay free.
  await bubble.evaluate((node) => Promise.all(node.getAnimations({ subtree: true }).map(({ finished }) => finished)));
  const box = await bubble.boundingBox();
  const button = { left: VIEW.width - 40 - 64, bottom: VIEW.height - 70 };
  expect(box?.width).toBe(300);
  expect((box?.x ?? 0) + 300).toBeCloseTo(button.left - 12, 0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(button.bottom, 0);
  expect(box?.height).toBeGreaterThan(60);
  expect(box?.height).toBeLessThan(120);
  const text = await page.evaluate(
    () => document.documentElement.outerHTML + document.querySelector("[popover]")?.shadowRoot?.innerHTML,
  );
  expect(text).not.toContain("Monday");
  await page.evaluate(() => {
    document.body.innerHTML = "<main><h1>A shop</h1></main>";
  });
  expect(await violationsOn(page)).toEqual([]);
  await reply(shop.owner, id, "And it's on sale.");
  await expect(beginning).toContainText("And it's on sale.");

  // On a phone it would cover the page.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(bubble).toBeHidden();
  await page.setViewportSize(VIEW);
  await page.keyboard.press("Tab");
  await expect(beginning).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(composer).toBeFocused();
  await expect(page.getByRole("dialog", { name: "Chat" })).toBeVisible();
  await expect(widgetOn(page).log).toContainText("And it's on sale.");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Open chat", exact: true })).toBeFocused();
  await expect(bubble).toHaveCount(0);
});

test("the preview of a reply is on later pages until it's dismissed, then never for that reply, and each tab follows", async ({
  page,
  context,
  shop,
}) => {
  const id = await writeAndClose(shop, page);
  await page.goto("about:blank");
  await reply(shop.owner, id, "While you were away");
  await shop.visit(page);
  const { bubble, beginning, dismiss } = previewOn(page);
  await expect(beginning).toContainText("While you were away");
  const other = await context.newPage();
  await shop.visit(other);
  await expect(previewOn(other).bubble).toBeVisible();
  await dismiss.focus();
  await page.keyboard.press("Enter");
  await expect(bubble).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Open chat, 1 new message" })).toBeFocused();
  await expect(previewOn(other).bubble).toHaveCount(0);

  await other.close();
  const loaded = page.waitForResponse(/\/public\/conversations\/[^/]+\/messages/);
  await page.reload();
  await loaded;
  await expect(page.getByRole("button", { name: "Open chat, 1 new message" })).toBeVisible();
  await expect(bubble).toHaveCount(0);
  await reply(shop.owner, id, "One more thing");
  await expect(beginning).toContainText("One more thing");
  await beginning.focus();
  await page.keyboard.press("Escape");
  await expect(bubble).toHaveCount(0);
  await page.evaluate(() => window.SiteInbox?.("logout"));
  await expect(page.locator("iframe")).toHaveCount(0);
});

test.describe("without a read receipt", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("a reply that was in view when the chat was closed has no preview, nor has one if the page hides the button", async ({
    page,
    shop,
  }) => {
    const { widget, id } = await startLive(shop, page);
    await page.route("**/public/conversations/*/read", (route) => route.abort());
    await reply(shop.owner, id, "In view");
    await expect(widget.log).toContainText("In view");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Open chat, 1 new message" })).toBeVisible();
    const { bubble, beginning } = previewOn(page);
    await expect(bubble).toHaveCount(0);
    await reply(shop.owner, id, "Out of view");
    await expect(beginning).toContainText("Out of view");
    await page.evaluate(() => {
      const button = document.querySelector("[popover]")?.shadowRoot?.querySelector<HTMLElement>(".l");
      if (button) button.hidden = true;
    });
    await expect(bubble).toBeHidden();
  });
});
