import { expectAccessible } from "../support/accessible.ts";
import { newOwner, newSite } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

test("the demo page has the site's own name, color and welcome message, at the width of a phone too", {
  tag: "@journey",
}, async ({ page }) => {
  const look = { name: "Fjord Ceramics", accentColor: "#0f766e", welcomeMessage: "Ask us about glazes." };
  const site = await newSite(await newOwner(), look);
  await page.goto(`/demo?site=${site.publicKey}`);
  await expect(page).toHaveTitle("Fjord Ceramics");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome to Fjord Ceramics");
  await expect(page.getByRole("banner")).toContainText("Fjord Ceramics");
  await expect(page.getByText("Ask us about glazes.")).toBeVisible();
  await expect(page.locator(".stripe rect")).toHaveCSS("fill", "rgb(15, 118, 110)");
  await expect(page.getByRole("contentinfo")).toContainText("A made-up shop for trying Fjord Ceramics’s chat.");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
