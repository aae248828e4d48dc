import { HoursResponse } from "#lib/sites/hours/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { newOwnerWithSite } from "../support/factories.ts";
import { misfits } from "../support/page-layout.ts";
import { expect, test } from "../support/page-test.ts";

test.use({ timezoneId: "Europe/Berlin", locale: "en-GB" });

test("an admin sets a site's hours and a holiday, and sees the next seven days and what visitors see", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const read = async () =>
    (await ask(HoursResponse, 200, "GET", `/sites/${site.id}/hours`, { token: owner.token })).hours;
  await page.clock.install({ time: new Date("2026-12-23T11:00:00Z") });
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}`);
  await page.getByRole("main").getByRole("link", { name: "Hours" }).click();
  const shown = page.getByRole("region", { name: "How it looks to visitors" });
  await expect(shown).toContainText("Without hours");
  await page.getByRole("radio", { name: "Hours by day" }).check();
  const zone = page.getByLabel("Time zone");
  await expect(zone).toHaveValue("Europe/Berlin");
  await page.getByLabel("Monday, to").fill("12:00");
  await page.getByRole("button", { name: "Add hours on Monday" }).click();
  await page.getByLabel("Monday, from").nth(1).fill("13:00");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Enter both times on Monday.")).toBeVisible();
  await page.getByLabel("Monday, to").nth(1).fill("18:00");
  await page.getByRole("button", { name: "Copy Monday to all weekdays" }).click();
  await expect(page.getByLabel("Friday, from")).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Saturday" }).check();
  await page.getByLabel("Saturday, from").fill("22:00");
  await page.getByLabel("Saturday, to").fill("06:00");
  await expect(page.getByText("Until 06:00 the next day")).toBeVisible();

  await page.getByRole("button", { name: "Add holiday" }).click();
  await page.getByLabel("Name").fill("Christmas");
  await page.getByLabel("First day").fill("2026-12-24");
  await page.getByLabel("Last day").fill("2026-12-26");
  await shown.getByLabel("When").selectOption("At a time");
  await shown.getByLabel("Date and time").fill("2026-12-23T12:30");
  const days = shown.getByRole("definition");
  await expect(days).toHaveText([
    "09:00–12:00, 13:00–18:00",
    /^Closed\s*Christmas$/,
    /^Closed\s*Christmas$/,
    /^Closed\s*Christmas$/,
    "Closed",
    "09:00–12:00, 13:00–18:00",
    "09:00–12:00, 13:00–18:00",
  ]);
  await expect(shown.getByRole("status")).toContainText("Visitors see: Back at 13:00");
  await shown.getByLabel("When").selectOption("Next holiday");
  await expect(shown.getByRole("status")).toContainText("Visitors see: Back Monday, 09:00");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  expect(await read()).toMatchObject({
    timeZone: "Europe/Berlin",
    windows: expect.arrayContaining([{ day: 6, from: 1_320, until: 360 }]),
    exceptions: [{ from: "2026-12-24", to: "2026-12-26", name: "Christmas", windows: [] }],
  });
  await page.reload();
  await expect(page.getByLabel("Saturday, to")).toHaveValue("06:00");
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await misfits(page), `at ${width}`).toEqual([]);
  }
  await page.getByRole("radio", { name: "No hours" }).check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  expect(await read()).toBeUndefined();
});
