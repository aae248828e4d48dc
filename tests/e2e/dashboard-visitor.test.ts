import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask, askNothing } from "../support/api-client.ts";
import { enterDashboard, inside } from "../support/dashboard-page.ts";
import { newOwnerWithSite, openWidget, patchConversation, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

const FIREFOX = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0";

test.use({ timezoneId: "Asia/Tokyo", permissions: ["clipboard-read", "clipboard-write"] });

test("the visitor panel, a sheet on narrow screens, shows who it is and their conversations, and with the site's switch where they are", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite({ name: "Fjord" });
  const { token } = owner;
  const visitor = await openWidget(site);
  const details = { name: "Grace Hopper", email: "grace@example.com" };
  const first = await start(visitor, "Do you ship to Norway?", details);
  await patchConversation(owner, first.conversationId, { status: "closed" });
  const { conversationId: id } = await start(visitor, "Where is my order?");
  await enterDashboard(page, owner);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/inbox/${id}`);
  const panel = page.getByRole("complementary", { name: "Visitor" });
  await expect(panel).toContainText("Not verified");
  await panel.getByRole("button", { name: "Copy email" }).click();
  await expect(panel.getByText("Copied")).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("grace@example.com");
  await expect(panel.getByRole("region", { name: "Other conversations" })).toContainText("2 in all");
  await expect(panel.getByRole("link", { name: "Turn on" })).toHaveAttribute(
    "href",
    inside(`/settings/sites/${site.id}/data`),
  );
  await expectAccessible(page);

  await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token, body: { visitorDetails: true } });
  for (const path of ["", "mugs", "mugs/blue%20one", "cart", "shipping", "contact"]) {
    await askNothing("POST", `/public/conversations/${id}/visit`, {
      token: visitor.token,
      body: { pageUrl: `https://fjord.example/${path}`, language: "nb", timeZone: "Europe/Oslo" },
      headers: { "User-Agent": FIREFOX },
    });
  }
  // A message brings news of the visitor, too.
  await start(visitor, "Hello?");
  await expect(panel).toContainText("Firefox on macOS");
  await expect(panel).toContainText("Norwegian");
  const time = new Date().toLocaleTimeString("en-US", { timeZone: "Europe/Oslo", hour: "numeric" }).replace(/ .*/, "");
  await expect(panel.getByText(/\(Europe\/Oslo\)$/)).toContainText(new RegExp(`^${time}:`));
  const pages = panel.getByRole("region", { name: "Pages visited" });
  await expect(pages.getByRole("listitem")).toHaveCount(5);
  await pages.getByRole("button", { name: "Show all 6" }).click();
  await expect(pages.getByRole("listitem")).toHaveCount(6);
  await expect(pages.getByRole("link", { name: "/mugs/blue%20one" })).toBeVisible();
  await expectAccessible(page);

  const opener = page.getByRole("button", { name: "Visitor details" });
  const sheet = page.getByRole("dialog", { name: "Visitor" });
  await expect(opener).toBeHidden();
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(panel).toBeHidden();
    await opener.click();
    await expect(sheet).toContainText("Firefox on macOS");
    await expect(sheet.getByRole("link", { name: "grace@example.com" })).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await sheet.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    for (let step = 0; step < 20; step += 1) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("article > :not(header), main > section"))).toBe(
        null,
      );
    }
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
    // The browser hides it, and the page hears of that a moment later: a key in between would be for the one that's closing.
    await expect(page.locator("dialog")).toHaveCount(0);
  }
  await page.keyboard.press("Enter");
  await sheet.getByRole("link", { name: /^Do you ship/ }).click();
  await expect(page).toHaveURL(new RegExp(first.conversationId));
  await expect(sheet).toBeHidden();
  await page.setViewportSize({ width: 1024, height: 844 });
  await opener.click();
  await expect(sheet).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 844 });
  await expect(sheet).toBeHidden();
});
