import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { newOwnerWithSite } from "../support/factories.ts";
import { addIdle } from "../support/idle-conversations.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";

test.use({ expectedErrors: [/status of 400/] });

test("ratings are turned on, and automatic closing is set with how many conversations it would close now, and closes earlier ones only if asked", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  for (const days of [8, 8, 20]) await addIdle(sql, site.id, { days });
  const stored = async () => {
    const { asksRating, autoCloseDays, autoCloseSpares, autoCloseEarlier } = (
      await ask(SiteResponse, 200, "GET", `/sites/${site.id}`, { token: owner.token })
    ).site;
    return { asksRating, autoCloseDays, autoCloseSpares, autoCloseEarlier };
  };
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}`);
  await page.getByRole("main").getByRole("link", { name: "After a chat" }).click();
  await page.getByLabel("Ask for a rating").check();
  const isOn = page.getByLabel("Close conversations that are over");
  await isOn.check();
  const earlier = page.getByRole("radio", { name: "Also earlier ones" });
  await expect(page.getByRole("radio", { name: "Only from now on" })).toBeChecked();
  await expect(page.getByText("None would close now.")).toBeVisible();
  await expect(page.getByText("3 conversations would close now.")).toBeVisible();
  await page.getByLabel("Days after your last message").fill("14");
  await expect(page.getByText("1 conversation would close now.")).toBeVisible();
  await page.getByLabel("Keep conversations with notes open").check();
  await page.getByRole("button", { name: "Save changes" }).click();
  const noted = { asksRating: true, autoCloseDays: 14, autoCloseSpares: ["starred", "noted"], autoCloseEarlier: false };
  await expect.poll(stored).toEqual(noted);

  await page.reload();
  await expect(page.getByRole("radio", { name: "Only since this was turned on" })).toBeChecked();
  await earlier.check();
  await page.getByLabel("Days after your last message").fill("400");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Enter 365 or less.")).toBeVisible();
  await page.getByLabel("Days after your last message").fill("30");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect.poll(stored).toEqual({ ...noted, autoCloseDays: 30, autoCloseEarlier: true });
  await isOn.uncheck();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect.poll(async () => (await stored()).autoCloseDays).toBeNull();
});
