import type { Page } from "@playwright/test";
import { enterDashboard, listRows } from "../support/dashboard-page.ts";
import { newConversation } from "../support/factories.ts";
import { expect, test } from "../support/shop-test.ts";

/** Makes the browser report these languages, as WebKitGTK does for the locale "C" and Chromium for "en_US@posix". */
const reportLanguages = (page: Page, languages: string[]) =>
  page.addInitScript((reported) => {
    Object.defineProperty(Navigator.prototype, "language", { get: () => reported[0] });
    Object.defineProperty(Navigator.prototype, "languages", { get: () => reported });
  }, languages);

for (const language of ["C", "en-US@posix"]) {
  test(`the inbox and a conversation show their times if the browser's language is "${language}"`, async ({ page }) => {
    const { owner, id } = await newConversation();
    await reportLanguages(page, [language]);
    await enterDashboard(page, owner);
    await page.goto("/inbox");
    await expect(listRows(page)).toHaveCount(1);
    await expect(listRows(page).locator("time")).toHaveText(/^1m/);
    await listRows(page).click();
    await page.waitForURL(`**/inbox/${id}**`);
    await expect(page.getByRole("region", { name: "Messages" }).locator("time").first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole("region", { name: "Messages" }).locator("time").first()).toBeVisible();
  });

  test(`the chat shows its messages and their times if the browser's language is "${language}"`, async ({
    page,
    shop,
  }) => {
    await reportLanguages(page, [language]);
    const widget = await shop.visit(page);
    await widget.open();
    await widget.write("Do you ship to Norway?");
    await widget.expectSent("Do you ship to Norway?");
    await expect(widget.log.locator("time").last()).toHaveText("Just now");
  });
}

test("pages show their times if the browser's time zone is unknown to it", async ({ page }) => {
  const { owner, id } = await newConversation();
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      // What Chromium reports where the system names no zone. Its own Intl throws for it.
      return { ...resolvedOptions.call(this), timeZone: "Etc/Unknown" };
    };
  });
  await enterDashboard(page, owner);
  for (const path of [`/inbox/${id}`, "/settings/activity", "/settings/account/sessions", "/inbox"]) {
    await page.goto(path);
    await expect(page.locator("main time").first(), path).toBeVisible();
    await expect(page.getByText("failed in your browser"), path).toHaveCount(0);
  }
});
