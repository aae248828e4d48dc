import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { inbox, newOwnerWithSite, openWidget, reply, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

const FORMATTED = [
  "**Bold** and *italic*, `code` :tada:",
  "- one",
  "- **two**",
  "1. first",
  "2. second",
  "> quoted",
  "```js",
  "let x = '<b>';",
  "```",
  "[Docs](https://docs.example/a) https://shop.example/",
].join("\n");

const HOSTILE = [
  "[x](javascript:window.__xss=1) [y](data:text/html,<script>window.__xss=1</script>)",
  "**<img src=x onerror=window.__xss=1>** `<script>window.__xss=1</script>` ![i](https://evil.example/pixel.gif)",
  "[https://bank.example](https://evil.example) https://аррӏе.com/",
].join("\n");

const messages = (page: Page) => page.getByRole("region", { name: "Messages" });

async function expectFormatted(message: Locator) {
  await expect(message.locator("strong, b").first()).toHaveText("Bold");
  await expect(message.locator("em")).toHaveText("italic");
  await expect(message.locator("p code, :not(pre) > code").first()).toHaveText("code");
  await expect(message.getByRole("list").first().getByRole("listitem")).toHaveText(["one", "two"]);
  await expect(message.locator("ol > li")).toHaveText(["first", "second"]);
  await expect(message.getByRole("blockquote")).toHaveText("quoted");
  await expect(message.locator("pre")).toHaveText("let x = '<b>';");
  await expect(message.getByText("🎉")).toBeVisible();
  const links = message.getByRole("link");
  await expect(links).toHaveText(["Docs", "https://shop.example/"]);
  await expect(links.first()).toHaveAttribute("href", "https://docs.example/a");
  await expect(links.first()).toHaveAttribute("rel", /noopener noreferrer nofollow/);
  await expect(message).toContainText("Docs (docs.example)");
}

test("a conversation shows formatting in messages of both sides, and its row in the list none", {
  tag: ["@journey", "@all"],
}, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, FORMATTED);
  await reply(owner, conversationId, FORMATTED);
  const [{ lastMessagePreview = "" } = {}] = await inbox(owner);
  expect(lastMessagePreview).toMatch(/^Bold and italic, code 🎉 - one - two 1\. first/);
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${conversationId}`);
  for (const seq of ["1", "2"]) await expectFormatted(messages(page).locator(`[data-message="${seq}"]`));
  await expect(page.getByRole("link", { name: /Bold and italic, code 🎉 - one/ })).toBeVisible();
  await expectAccessible(page);
});

test("a hostile message runs nothing, loads nothing, and its links show where they lead", { tag: "@journey" }, async ({
  page,
}) => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, HOSTILE);
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("evil.example")) foreign.push(request.url());
  });
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${conversationId}`);
  const message = messages(page).locator('[data-message="1"]');
  await expect(message.getByRole("link")).toHaveText(["i", "https://bank.example", "https://аррӏе.com/"]);
  await expect(message).toContainText("[x](javascript:window.__xss=1)");
  await expect(message).toContainText("https://bank.example (evil.example)");
  await expect(message).toContainText("https://аррӏе.com/ (xn--80ak6aa92e.com)");
  await expect(message.locator("img, script")).toHaveCount(0);
  expect(await page.evaluate(() => "__xss" in window)).toBe(false);
  expect(foreign).toEqual([]);
});

test("each block of a message has its own direction, and code is left to right", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "مرحبا **بكم**\n- واحد `npm i`\n- two\n> שלום");
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${conversationId}`);
  const message = messages(page).locator('[data-message="1"]');
  await expect(message.locator("p")).toHaveCSS("direction", "rtl");
  await expect(message.locator("li")).toHaveText(["واحد npm i", "two"]);
  // With its markers on the side where it begins.
  await expect(message.locator("ul")).toHaveCSS("direction", "rtl");
  await expect(message.locator("blockquote")).toHaveCSS("direction", "rtl");
  await expect(message.locator("code")).toHaveCSS("direction", "ltr");
});
