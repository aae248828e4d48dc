import type { Page } from "@playwright/test";
import { AccountResponse } from "#lib/people/owners/schema.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard, inside, newOwnerInside, openAccountMenu } from "../support/dashboard-page.ts";
import { newOwnerWithSite } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";

const SITE_SECTIONS = {
  appearance: "Appearance",
  hours: "Hours",
  install: "Install",
  notifications: "Notifications",
  identity: "Verified visitors",
  webhooks: "Webhooks",
  blocking: "Blocking",
  data: "Data",
  danger: "Danger zone",
};
const ACCOUNT_SECTIONS = ["Profile", "Notifications", "Security", "Sessions", "API keys"];

const nav = (page: Page) => page.getByRole("navigation", { name: "Settings" });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const save = (page: Page) => page.getByRole("button", { name: "Save changes" });

/** How far the page could be scrolled sideways. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test("every section of a site and of the account has its own URL, which the side navigation marks", async ({
  page,
}) => {
  const { owner, site } = await newOwnerWithSite({ name: "Fjord" });
  await enterDashboard(page, owner);
  await page.goto("/settings");
  await expect(page).toHaveURL(inside("/settings/sites"));
  await page.getByRole("link", { name: /^Fjord/ }).click();
  await expect(title(page)).toHaveText("Fjord");
  for (const [path, heading] of Object.entries(SITE_SECTIONS)) {
    await nav(page).locator(`a[href$="/${path}"]`).click();
    await expect(page).toHaveURL(inside(`/settings/sites/${site.id}/${path}`));
    await expect(title(page)).toHaveText(heading);
    await expect(nav(page).locator("[aria-current=page]")).toHaveCount(1);
    await expectAccessible(page);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  }
  await (await openAccountMenu(page)).getByRole("link", { name: "Account settings" }).click();
  for (const name of ACCOUNT_SECTIONS) {
    await nav(page).getByRole("link", { name }).click();
    await expect(title(page)).toHaveText(name);
    await expect(nav(page).locator("[aria-current=page]")).toHaveText(name);
    await expectAccessible(page);
  }
});

test("the URLs of the former pages lead to the sections that they became", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  await enterDashboard(page, owner);
  const settings = `/settings/sites/${site.id}`;
  for (const [former, now] of [
    [`${settings}?made`, `${settings}/install?made`],
    [`${settings}#webhooks`, `${settings}/webhooks`],
    ["/settings/account#mail", "/settings/account/notifications"],
    ["/settings/account#password", "/settings/account/security"],
    ["/settings/account#sessions", "/settings/account/sessions"],
    ["/settings/account#keys", "/settings/account/keys"],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(former);
    await expect(page).toHaveURL(inside(now));
  }
});

test("saves only what was changed, discards it on request, and says what is unsaved", { tag: "@journey" }, async ({
  page,
}) => {
  const { owner, site } = await newOwnerWithSite({ name: "Fjord" });
  const { token } = owner;
  const stored = async () => (await ask(SiteResponse, 200, "GET", `/sites/${site.id}`, { token })).site;
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/appearance`);
  await expect(save(page)).toHaveCount(0);
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Other");
  await expect(page.getByRole("status").filter({ hasText: "Unsaved changes" })).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(name).toHaveValue("Fjord");
  await expect(save(page)).toHaveCount(0);

  await name.fill("Fjord & Sons");
  // Changed elsewhere meanwhile.
  await ask(SiteResponse, 200, "PATCH", `/sites/${site.id}`, { token, body: { accentColor: "#0f766e" } });
  await name.press("Enter");
  await expect(page.getByText("Saved. Your pages update within two minutes.")).toBeVisible();
  await expect(nav(page)).toContainText("Fjord & Sons");
  await expect.poll(() => stored()).toMatchObject({ name: "Fjord & Sons", accentColor: "#0f766e" });
});

test.describe("with something invalid", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("the bar says that a field needs attention, and the field says why", async ({ page }) => {
    const { owner, site } = await newOwnerWithSite();
    await enterDashboard(page, owner);
    await page.goto(`/settings/sites/${site.id}/appearance`);
    await page.getByLabel("Color", { exact: true }).fill("blue");
    await save(page).click();
    await expect(page.getByRole("alert").filter({ hasText: "Fix the highlighted fields." })).toHaveCount(1);
    await expect(page.getByLabel("Color", { exact: true })).toHaveAccessibleDescription(/six hexadecimal digits/);
  });
});

test("asks before a page with unsaved changes is left, by a link, the command menu or the browser", async ({
  page,
}) => {
  const owner = await newOwnerInside(page);
  await page.goto("/settings/account");
  await nav(page).getByRole("link", { name: "Profile" }).click();
  const name = page.getByLabel("Name", { exact: true });
  await name.click();
  await name.fill("Mara Lind");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await nav(page).getByRole("link", { name: "Sessions" }).click();
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(name).toHaveValue("Mara Lind");
  await page.evaluate(() => history.back());
  await expect(question).toBeVisible();
  // Asked again before the browser has reported that the question was closed.
  await question.getByRole("button", { name: "Keep editing" }).evaluate((button: HTMLElement) => {
    const [sessions] = [...document.querySelectorAll("nav a")].filter(({ textContent }) => textContent === "Sessions");
    button.click();
    (sessions as HTMLElement).click();
  });
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(name).toHaveValue("Mara Lind");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command menu" }).fill("API keys");
  await page.keyboard.press("Enter");
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(name).toHaveValue("Mara Lind");
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await expect(name).toHaveValue("Mara Lind");
  await nav(page).getByRole("link", { name: "Sessions" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(inside("/settings/account/sessions"));
  expect((await ask(AccountResponse, 200, "GET", "/account", { token: owner.token })).user.name).toBeUndefined();
  await nav(page).getByRole("link", { name: "Profile" }).click();
  await expect(name).toHaveValue("");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("shows a list of sections or one of them, with a way back", async ({ page }) => {
    const { owner, site } = await newOwnerWithSite({ name: "Fjord" });
    await enterDashboard(page, owner);
    await page.goto("/settings/sites");
    await nav(page).getByRole("link", { name: "Failed deliveries" }).click();
    await expect(title(page)).toHaveText("Failed deliveries");
    await page.goto(`/settings/sites/${site.id}`);
    await expect(nav(page)).toBeHidden();
    for (const [path, heading] of Object.entries(SITE_SECTIONS)) {
      await page.getByRole("main").locator(`a[href$="/${path}"]`).click();
      await expect(title(page)).toHaveText(heading);
      expect(await overflow(page), path).toBeLessThanOrEqual(0);
      await page.getByRole("main").getByRole("link", { name: "Fjord", exact: true }).click();
      await expect(title(page)).toHaveText("Fjord");
    }
    await expectAccessible(page);
    await page.getByRole("main").getByRole("link", { name: "Sites", exact: true }).click();
    await expect(page).toHaveURL(inside("/settings/sites"));
  });
});
