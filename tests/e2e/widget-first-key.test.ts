import type { Locator } from "@playwright/test";
import { expect, test } from "../support/shop-test.ts";

// WebKit doesn't let a page focus a field in another site's frame, so after opening the focus is on the frame's body.
const blur = (composer: Locator) => composer.evaluate((area: HTMLTextAreaElement) => area.blur());

test("the first key a visitor types goes to the composer if nothing in the chat has the focus", {
  tag: "@journey",
}, async ({ page, shop }) => {
  const widget = await shop.visit(page);
  await widget.open();
  await blur(widget.composer);
  await page.keyboard.type("hi there");
  await expect(widget.composer).toBeFocused();
  await expect(widget.composer).toHaveValue("hi there");
  await blur(widget.composer);
  await page.keyboard.press("Shift+K");
  await expect(widget.composer).toHaveValue("hi thereK");
});

test("keys that aren't text, shortcuts and input methods leave the focus where it is", async ({ page, shop }) => {
  const widget = await shop.visit(page);
  await widget.open();
  await blur(widget.composer);
  for (const key of ["Control+a", "Alt+b", "Meta+c", "Shift", "ArrowUp", "PageUp", "Space", "Enter", "F2"]) {
    await page.keyboard.press(key);
    await expect(widget.composer).not.toBeFocused();
  }
  await widget.frame.locator("body").evaluate((body) => {
    body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", bubbles: true, isComposing: true }));
  });
  await expect(widget.composer).not.toBeFocused();
  await expect(widget.composer).toHaveValue("");
});

test("a key typed on another control of the chat stays there", async ({ page, shop }) => {
  const widget = await shop.visit(page);
  await widget.open();
  const send = widget.frame.getByRole("button", { name: "Send" });
  await send.focus();
  await page.keyboard.press("h");
  await expect(send).toBeFocused();
  await expect(widget.composer).toHaveValue("");
});

test("Escape still closes the chat if nothing in it has the focus", async ({ page, shop }) => {
  const widget = await shop.visit(page);
  await widget.open();
  await blur(widget.composer);
  await page.keyboard.press("Escape");
  await expect(widget.launcher).toBeFocused();
});
