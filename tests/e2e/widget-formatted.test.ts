import type { Page } from "@playwright/test";
import { violationsOn } from "../support/accessible.ts";
import { reply } from "../support/factories.ts";
import { expect, test } from "../support/shop-test.ts";

const FORMATTED_PART = /\/widget\/formatted-/;

/** Counts how often a page asks for the code of formatted messages. */
function watchFormatted(page: Page) {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (FORMATTED_PART.test(request.url())) asked.push(request.url());
  });
  return asked;
}

test("a visitor's plain messages load no code for formatting, and the first formatted reply does", {
  tag: "@journey",
}, async ({ page, shop }) => {
  const asked = watchFormatted(page);
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write("Is it 2*3 or snake_case? At 10:30, it costs 5 € :) 👍");
  await widget.expectSent("Is it 2*3");
  expect(asked).toEqual([]);
  const { id } = await shop.conversation();
  await reply(shop.owner, id, "**Both**, see [docs](https://docs.example/a):\n- `one`\n- two\n> *you*\n```\n<b>\n```");
  const message = widget.frame.locator(".message").last();
  await expect(message.locator("b")).toHaveText("Both");
  await expect(message.getByRole("listitem")).toHaveText(["one", "two"]);
  await expect(message.getByRole("blockquote")).toHaveText("you");
  await expect(message.locator("pre")).toHaveText("<b>");
  await expect(message.getByRole("link", { name: "docs" })).toHaveAttribute("rel", "noopener noreferrer nofollow ugc");
  await expect(message).toContainText("docs (docs.example)");
  expect(asked).toHaveLength(1);
  await widget.write("*Thanks* :tada:");
  await expect(widget.frame.locator(".message").last().locator("em")).toHaveText("Thanks");
  expect(asked).toHaveLength(1);
  await expect.poll(async () => (await shop.bodies()).at(-1)).toBe("*Thanks* :tada:");
});

test("a hostile message runs nothing in the widget, and its links show where they lead", async ({ page, shop }) => {
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write(
    "[x](javascript:alert(1)) **<img src=x onerror=alert(1)>** [https://bank.example](https://evil.example)",
  );
  const message = widget.frame.locator(".message").last();
  await expect(message.getByRole("link")).toHaveText(["https://bank.example"]);
  await expect(message).toContainText("https://bank.example (evil.example)");
  await expect(message).toContainText("[x](javascript:alert(1)) <img src=x onerror=alert(1)>");
  await expect(message.locator("img")).toHaveCount(0);
});

test.describe("on a bad network", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("a formatted message is shown as it was written until the code has loaded, and the log stays at its end", async ({
    page,
    shop,
  }) => {
    await page.route(FORMATTED_PART, (route) => route.abort());
    const widget = await shop.visit(page);
    await widget.open();
    const text = `**Bold**\n${"- item\n".repeat(30)}`.trim();
    await widget.write(text.replaceAll("\n", " "));
    await widget.expectSent("**Bold** - item");
    const { id } = await shop.conversation();
    await reply(shop.owner, id, text);
    const message = widget.frame.locator(".message").last();
    await expect(message).toContainText("**Bold**\n- item");
    await page.unroute(FORMATTED_PART);
    await expect(message.getByRole("listitem")).toHaveCount(30);
    await expect(message.getByRole("listitem").last()).toBeInViewport();
  });
});

test("an emoji is chosen by keyboard in the widget, from a picker that loads when it's opened", async ({
  page,
  shop,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/widget/emoji-")) asked.push(request.url());
  });
  const widget = await shop.visit(page);
  await widget.open();
  await widget.composer.pressSequentially("Great !");
  await widget.composer.press("ArrowLeft");
  const button = widget.frame.getByRole("button", { name: "Emoji" });
  await expect(button).toBeVisible();
  expect(asked).toEqual([]);
  await button.press("Enter");
  const search = widget.frame.getByRole("combobox", { name: "Emoji" });
  await expect(search).toBeFocused();
  expect(asked).toHaveLength(1);
  await search.press("Escape");
  await expect(search).toHaveCount(0);
  await expect(widget.composer).toBeFocused();
  await button.click();
  await search.pressSequentially("tad");
  await expect(widget.frame.getByRole("option")).toHaveText(["🎉"]);
  // Below what was found.
  await widget.frame.getByRole("listbox").click();
  await expect(search).toBeFocused();
  // The page around the widget has no landmarks.
  expect((await violationsOn(page)).filter((violation) => !violation.startsWith("region: <h1>"))).toEqual([]);
  await search.press("Enter");
  await expect(widget.composer).toHaveValue("Great 🎉!");
  await button.click();
  await search.press("ArrowDown");
  await search.press("ArrowRight");
  const active = widget.frame.getByRole("option", { selected: true });
  const chosen = await active.textContent();
  expect(await widget.frame.getByRole("option").allTextContents()).toHaveProperty("9", chosen);
  await active.click();
  await expect(widget.composer).toHaveValue(`Great 🎉${chosen}!`);
  await expect(widget.composer).toBeFocused();
  await widget.composer.press("Enter");
  await widget.expectSent(`Great 🎉${chosen}!`);
  await expect.poll(() => shop.bodies()).toEqual([`Great 🎉${chosen}!`]);
});

test("the beginning of a reply next to the button has no marks", async ({ page, shop }) => {
  const widget = await shop.visit(page);
  await widget.open();
  await widget.write("Hello");
  await widget.expectSent("Hello");
  await page.keyboard.press("Escape");
  const { id } = await shop.conversation();
  await reply(shop.owner, id, "**It's here**, [look](https://docs.example)");
  await expect(widget.frame.getByRole("status").getByRole("button")).toHaveText(/It's here, look \(docs\.example\)$/);
});
