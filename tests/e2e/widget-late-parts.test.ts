import type { Page } from "@playwright/test";
import { expect, test } from "../support/shop-test.ts";

const CONVERSATION_PART = /\/widget\/conversation-/;
const CONTACT_PART = /\/widget\/contact-/;

/** The late parts that a page asks for, by name. */
function watchParts(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const [, name] = /\/widget\/(contact|conversation|details|formatted|live)-/.exec(request.url()) ?? [];
    if (name) asked.push(name);
  });
  return asked;
}

test("a visitor who only looks loads none of the late parts, and one who types has them before they send", {
  tag: "@journey",
}, async ({ page, shop }) => {
  const asked = watchParts(page);
  const widget = await shop.visit(page);
  await widget.open();
  await page.reload();
  await widget.open();
  expect(asked).toEqual([]);
  const part = page.waitForResponse(CONVERSATION_PART);
  await widget.composer.pressSequentially("H");
  await part;
  expect(asked).toContain("conversation");
  expect(asked).not.toContain("contact");
});

test("the fields for name and email load when the visitor reaches for their button", async ({ page, shop }) => {
  const asked = watchParts(page);
  const widget = await shop.visit(page);
  await widget.open();
  const part = page.waitForResponse(CONTACT_PART);
  await widget.frame.getByRole("button", { name: "Add your name and email" }).hover();
  await part;
  await widget.frame.getByRole("button", { name: "Add your name and email" }).click();
  await expect(widget.frame.getByLabel("Email")).toBeVisible();
  // The pointer brings the button for files.
  expect(new Set(asked)).toEqual(new Set(["details", "contact"]));
});

test.describe("on a bad network", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("a message whose code can't be loaded is kept, says why, and is sent once it can be", async ({ page, shop }) => {
    await page.route(CONVERSATION_PART, (route) => route.abort());
    const widget = await shop.visit(page);
    await widget.open();
    await widget.write("First");
    await widget.write("Second");
    const waiting = widget.frame.locator(".message.waiting");
    await expect(waiting).toHaveText([
      /^First.*The connection failed\. Your message is saved and will be resent automatically\./,
      /^Second/,
    ]);
    await expect(widget.composer).toHaveValue("");
    await widget.composer.fill("A draft");
    await page.reload();
    await page.getByRole("button", { name: /^Open chat/ }).click();
    await expect(waiting).toHaveText([/^First/, /^Second/]);
    await expect(widget.composer).toHaveValue("A draft");
    await page.unroute(CONVERSATION_PART);
    await expect(widget.frame.locator(".message.sent")).toHaveText([/First/, /Second/]);
    await expect.poll(() => shop.bodies()).toEqual(["First", "Second"]);
  });

  test("a message written offline, before its code is loaded, is sent when the browser is back online", async ({
    page,
    context,
    shop,
  }) => {
    const widget = await shop.visit(page);
    await widget.open();
    await context.setOffline(true);
    await widget.write("From a tunnel");
    await expect(widget.frame.getByText("Not sent yet. You’re offline.")).toBeVisible();
    await context.setOffline(false);
    await widget.expectSent("From a tunnel");
    await expect.poll(() => shop.bodies()).toEqual(["From a tunnel"]);
  });

  test("a visitor who returns sees that their conversation is loading, and then the conversation", async ({
    page,
    shop,
  }) => {
    const widget = await shop.visit(page);
    await widget.open();
    await widget.write("Hello");
    await widget.expectSent("Hello");
    await page.route(CONVERSATION_PART, (route) => route.abort());
    await page.reload();
    await page.getByRole("button", { name: /^Open chat/ }).click();
    await expect(widget.frame.getByText("Loading your conversation")).toBeVisible();
    await expect(widget.frame.getByText("Reconnecting…")).toBeVisible();
    await page.unroute(CONVERSATION_PART);
    await widget.expectSent("Hello");
    await expect(widget.frame.getByText("Reconnecting…")).not.toBeVisible();
  });

  test("a panel from before an update, whose code is gone, is replaced and sends what was written", async ({
    page,
    shop,
  }) => {
    const widget = await shop.visit(page);
    const isGone = async () => {
      let isBack = false;
      await page.route(CONVERSATION_PART, (route) => (isBack ? route.continue() : route.fulfill({ status: 404 })));
      await page.route("**/widget/frame?**", (route) => {
        isBack = true;
        return route.continue();
      });
    };
    await widget.open();
    await isGone();
    await widget.write("Hello");
    await widget.composer.fill("A draft");
    await widget.expectSent("Hello");
    await expect(widget.composer).toHaveValue("A draft");
    await expect(widget.composer).toBeFocused();
    await expect.poll(() => shop.bodies()).toEqual(["Hello"]);
  });

  test("fields for name and email that can't be loaded say so, and come once they can be", async ({ page, shop }) => {
    await page.route(CONTACT_PART, (route) => route.abort());
    const widget = await shop.visit(page);
    await widget.open();
    await widget.frame.getByRole("button", { name: "Add your name and email" }).click();
    await expect(widget.frame.locator("#contact")).toHaveText("Reconnecting…");
    await page.unroute(CONTACT_PART);
    await widget.frame.getByLabel("Email").fill("ana@");
    await widget.write("Hello");
    await expect(widget.frame.getByText("Enter a complete email address")).toBeVisible();
    await expect(widget.composer).toHaveValue("Hello");
  });
});
