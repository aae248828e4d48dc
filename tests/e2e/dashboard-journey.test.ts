import { enterDashboard, listRows, newOwnerInside } from "../support/dashboard-page.ts";
import { newEmail, newOwnerWithSite, newSite, PASSWORD } from "../support/factories.ts";
import { startHostSite } from "../support/host-page.ts";
import { expect, test } from "../support/page-test.ts";
import { widgetOn } from "../support/widget-page.ts";

test("a new user gets from sign-up to the first visitor's message and the page it came from", {
  tag: "@journey",
}, async ({ page, context }) => {
  await page.goto("/signup");
  await page.getByLabel("Name").fill("Mara Lind");
  await page.getByLabel("Email").fill(newEmail());
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();

  await expect(page.getByRole("heading", { name: "Add site" })).toBeVisible();
  await page.getByLabel("Name").fill("Kiln Street");
  await page.getByRole("button", { name: "Create site" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your site is ready." })).toBeVisible();
  const tag = await page.getByLabel("Script tag").inputValue();

  const host = await startHostSite({ "/bowls": { head: tag } });
  const shop = await context.newPage();
  await shop.goto(`${host.origin}/bowls`);
  const widget = widgetOn(shop);
  await widget.open();
  await expect(widget.log).toContainText("Hi! How can we help?");
  await widget.write("Do you have this bowl in green?");
  await widget.expectSent("Do you have this bowl in green?");
  await host.close();

  await page.getByRole("link", { name: /^Inbox/ }).click();
  await expect(listRows(page)).toHaveText([/^Unread.*Do you have this bowl in green\?1 new$/]);
  await listRows(page).click();
  await expect(page.getByRole("region", { name: "Messages" })).toContainText("Do you have this bowl in green?");
  const from = page.getByRole("complementary", { name: "Visitor" }).getByRole("link", { name: "/bowls" });
  await expect(from).toHaveAttribute("href", `${host.origin}/bowls`);
  await expect(from).toHaveAttribute("rel", "noopener noreferrer nofollow");
});

test("an empty account links to adding a site, and an empty inbox to sending a test message", async ({ page }) => {
  const owner = await newOwnerInside(page);
  await page.goto("/inbox");
  await expect(page.getByRole("link", { name: "Add site" })).toBeVisible();
  const site = await newSite(owner);
  await page.reload();
  await expect(page.getByLabel("Script tag")).toHaveValue(new RegExp(`widget\\.js\\?site=${site.publicKey}"`));
  await page.getByRole("textbox", { name: "Message" }).fill("Is this working?");
  const form = page.getByRole("region", { name: "Or send yourself a test message" });
  await form.getByRole("button", { name: "Send test message" }).click();
  await page.getByRole("link", { name: "Open conversation" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Test visitor" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Messages" })).toContainText("Is this working?");
});

test("a setting's effect is previewed while it's typed, and changes the widget once it's saved", {
  tag: ["@journey", "@all"],
}, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/appearance`);
  const preview = page.getByRole("figure", { name: "Preview of the widget" });
  await page.getByLabel("Welcome message").fill("Ask us about glazes.");
  await page.getByLabel("Color", { exact: true }).fill("#0f766e");
  await expect(preview.getByText("Ask us about glazes.")).toHaveCount(2);
  await expect(preview.locator("circle[fill='#0f766e']")).toHaveCount(4);
  await page.getByLabel("Domain").fill("my shop");
  await expect(page.getByText("This isn’t a domain, so it restricts nothing.")).toBeVisible();
  await page.getByLabel("Domain").fill("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved. Your pages update within two minutes.")).toBeVisible();

  await page.goto(`/demo?site=${site.publicKey}`);
  const widget = widgetOn(page);
  await expect(widget.launcher).toHaveCSS("background-color", "rgb(15, 118, 110)");
  await widget.open();
  await expect(widget.log).toContainText("Ask us about glazes.");
});

test.describe("an error from the API", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("is shown at its field, and the input is kept", async ({ page }) => {
    await newOwnerInside(page);
    await page.goto("/settings/sites/new");
    await page.getByLabel("Domain").fill("example.com");
    await page.getByLabel("Color", { exact: true }).fill("blue");
    await page.getByRole("button", { name: "Create site" }).click();
    await expect(page.getByLabel("Name")).toHaveAccessibleDescription("Enter a name.");
    await expect(page.getByLabel("Color", { exact: true })).toHaveAccessibleDescription(/six hexadecimal digits/);
    await expect(page.getByLabel("Domain")).toHaveValue("example.com");
  });
});

test("deleting a site needs a confirmation, whose focus is on Cancel", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite({ name: "Old shop" });
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/danger`);
  await page.getByRole("button", { name: "Delete site" }).click();
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Delete site" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete site" }).click();
  await expect(page.getByText("No sites yet.")).toBeVisible();
});
