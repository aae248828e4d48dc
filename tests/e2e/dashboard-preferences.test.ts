import { AccountResponse } from "#lib/people/owners/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard, listRows, newOwnerInside } from "../support/dashboard-page.ts";
import { newConversation } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

test("the theme shows while it's chosen, goes with what's discarded, and stays once it's saved", {
  tag: "@journey",
}, async ({ page }) => {
  await newOwnerInside(page);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/settings/account/profile");
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.getByText("Dark", { exact: true }).click();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect.poll(background).toBe(light);
  await page.getByText("Dark", { exact: true }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto("/inbox");
  expect(await background()).toBe(dark);
  await page.goto("/settings/account/profile");
  await page.getByText("Light", { exact: true }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/inbox");
  expect(await background()).toBe(light);
  await page.goto("/docs");
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBeUndefined();
});

test("a compact list has rows of one line and 44 pixels, and nothing in them overlaps", async ({ page }) => {
  const { owner } = await newConversation();
  await enterDashboard(page, owner);
  await page.goto("/inbox");
  const height = async () => (await listRows(page).boundingBox())?.height;
  expect(await height()).toBe(64);
  const body = { preferences: { listDensity: "compact" } };
  await ask(AccountResponse, 200, "PATCH", "/account", { token: owner.token, body });
  await page.reload();
  expect(await height()).toBe(44);
  const name = await listRows(page).locator("bdi").first().boundingBox();
  const preview = await listRows(page).getByText("Hello").boundingBox();
  const time = await listRows(page).locator("time").boundingBox();
  expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(preview?.x ?? 0);
  expect((preview?.x ?? 0) + (preview?.width ?? 0)).toBeLessThanOrEqual(time?.x ?? 0);
  await expectAccessible(page);
});
