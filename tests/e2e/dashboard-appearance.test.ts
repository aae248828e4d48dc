import { SiteResponse } from "#lib/sites/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { newOwnerWithSite } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { widgetOn } from "../support/widget-page.ts";

test.use({ expectedErrors: [/status of 400/] });

test("every setting of the chat shows in the preview, is stored together, and is there after a reload", async ({
  page,
}) => {
  const { owner, site } = await newOwnerWithSite();
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/appearance`);
  const preview = page.getByRole("figure", { name: "Preview of the widget" });
  const launcher = preview.locator("svg").filter({ has: page.locator("circle[r='31.5']") });
  for (const choice of ["Leaf", "Site color", "Very round", "Dark", "Envelope", "Large", "Left", "My name"]) {
    await page.locator("label", { hasText: new RegExp(`^${choice}$`) }).click();
  }
  await expect(preview.getByText(site.name)).toHaveCount(1);
  await expect(launcher).toHaveCount(1);
  await expect(launcher).toHaveAttribute("width", "64");
  await page.getByLabel("Question 1").fill("Where’s my order?");
  await expect(preview.getByText("Where’s my order?")).toBeVisible();
  await page.getByRole("button", { name: "Phone" }).click();
  await expect(launcher).toHaveCount(0);
  await page.getByRole("button", { name: "Desktop" }).click();
  await page.getByLabel("Show how fast you usually reply").uncheck();
  await page.getByLabel("Ask for an email").selectOption({ label: "If no one replies within 5 minutes" });
  await page.getByLabel("From the side").fill("300");
  const save = page.getByRole("button", { name: "Save changes" });
  await save.click();
  await expect(page.getByLabel("From the side")).toHaveAccessibleDescription(/200/);
  await page.getByLabel("From the side").fill("32");
  await expectAccessible(page);
  await save.click();
  await expect(page.getByText("Saved. Your pages update within two minutes.")).toBeVisible();
  const stored = await ask(SiteResponse, 200, "GET", `/sites/${site.id}`, { token: owner.token });
  expect(stored.site).toMatchObject({
    appearance: {
      mark: "leaf",
      header: "color",
      launcherIcon: "envelope",
      launcherSize: 64,
      corner: "left",
      offsetX: 32,
      offsetY: 20,
      radius: 24,
      theme: "dark",
    },
    replyName: "person",
    showsReplyTime: false,
    starterQuestions: ["Where’s my order?"],
    emailCardMinutes: 5,
  });
  await page.reload();
  await expect(save).toHaveCount(0);
  await expect(page.getByRole("radio", { name: "Envelope" })).toBeChecked();
  await expect(page.getByLabel("From the side")).toHaveValue("32");
  await expect(launcher).toHaveCSS("display", "block");
  const shown = { ...(await launcher.boundingBox()), fill: await launcher.locator("circle").getAttribute("fill") };
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  await page.goto(`/demo?site=${site.publicKey}`);
  const real = widgetOn(page).launcher;
  await expect(real).toHaveCSS("background-color", "rgb(37, 99, 235)");
  expect(shown.fill).toBe("#2563eb");
  const box = await real.boundingBox();
  expect([box?.width, box?.height, box?.x]).toEqual([shown.width, shown.height, 32]);
});
