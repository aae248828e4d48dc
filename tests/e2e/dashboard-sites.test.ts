import { enterDashboard } from "../support/dashboard-page.ts";
import { newOwner, newOwnerWithSite, newSite } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

test("a URL typed as the domain is reduced to its host, and the form says so", { tag: "@journey" }, async ({
  page,
}) => {
  const { owner, site } = await newOwnerWithSite();
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/appearance`);
  const domain = page.getByLabel(/^Domain/);
  await domain.fill("https://www.Fjord.example:8443/shop?a=1");
  // The page doesn't hear of leaving the field before it's interactive.
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await domain.blur();
  await expect(domain).toHaveValue("fjord.example");
  await expect(domain).toHaveAccessibleDescription(/only works on fjord\.example /);
  await domain.fill("https://münchen.example/");
  await domain.press("Enter");
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await expect(domain).toHaveValue("münchen.example");
  await page.reload();
  await expect(domain).toHaveValue("münchen.example");
});

test("Create site works with the first click after a long URL is typed as the domain", async ({ page }) => {
  await enterDashboard(page, await newOwner());
  await page.goto("/settings/sites/new");
  await page.getByLabel("Name").fill("Fjord");
  await page.getByLabel(/^Domain/).fill("https://www.fjord.example:8443/shop?a=1");
  await page.getByRole("button", { name: "Create site" }).click();
  await expect(page).toHaveURL(/\/install/);
});

test("a domain that was stored as a URL is shown as its host", async ({ page }) => {
  const owner = await newOwner();
  const site = await newSite(owner, { domain: "https://www.fjord.example/shop" });
  await enterDashboard(page, owner);
  await page.goto("/settings/sites");
  await expect(page.getByRole("listitem").filter({ hasText: site.name })).toContainText("fjord.example");
  await expect(page.getByText("https://")).toHaveCount(0);
  await page.goto(`/settings/sites/${site.id}/appearance`);
  await expect(page.getByLabel(/^Domain/)).toHaveValue("fjord.example");
});
