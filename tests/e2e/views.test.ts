import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard, gotoLive, inside, listRows as rows } from "../support/dashboard-page.ts";
import { newOwnerWithSite, openWidget, start } from "../support/factories.ts";
import { newLabel } from "../support/labels.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";
import { newView, viewsOf } from "../support/views.ts";

const filterMenu = (page: Page) => page.locator("summary").filter({ hasText: /^Filter and sort$/ });
const viewsMenu = (page: Page) => page.locator("summary").filter({ hasText: /^Views$/ });
const active = (page: Page) => page.getByRole("group", { name: "Active filters" });

async function openInbox(page: Page) {
  const { owner, site } = await newOwnerWithSite();
  await start(await openWidget(site), "Hallo", {
    name: "Dora",
    language: "de",
    pageUrl: "https://shop.example/pricing",
  });
  await start(await openWidget(site), "Hello", { name: "Ed", language: "en", email: "ed@example.com" });
  await enterDashboard(page, owner);
  await gotoLive(page, "/inbox");
  await expect(rows(page)).toHaveCount(2);
  return { owner, site };
}

for (const width of [390, 1280]) {
  test(`filters are added as chips, saved as a view, renamed and deleted, and the deletion undone, at ${width} px`, {
    tag: "@journey",
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const { owner } = await openInbox(page);
    await filterMenu(page).click();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Deutsch" }).click();
    await expect(page).toHaveURL(inside("/inbox?language=de"));
    await expect(rows(page)).toHaveText([/Dora/]);
    await filterMenu(page).click();
    await page.getByRole("button", { name: "Page…" }).click();
    await expect(page.getByRole("textbox", { name: "Part of the page’s address" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type("/Pricing");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(inside("/inbox?language=de&page=%2FPricing"));
    await expect(active(page).getByRole("link")).toHaveCount(2);
    await expect(rows(page)).toHaveText([/Dora/]);

    await active(page).getByRole("button", { name: "Save as view" }).click();
    await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type("German prices");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "German prices" })).toBeVisible();
    await expect(active(page).getByRole("button")).toHaveCount(0);

    await viewsMenu(page).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Rename view" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("German");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "German" })).toBeVisible();
    await page.goto("/inbox");
    await viewsMenu(page).click();
    await expect(page.getByRole("link", { name: "German 1 conversation" })).toBeVisible();
    await page.getByRole("link", { name: /^German/ }).click();
    await expect(page).toHaveURL(inside("/inbox?language=de&page=%2FPricing"));

    await viewsMenu(page).click();
    await page.getByRole("button", { name: "Delete view" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Deleted “German”." })).toBeVisible();
    expect(await viewsOf(owner)).toEqual([]);
    await page.keyboard.press("z");
    await expect.poll(async () => (await viewsOf(owner)).map(({ name }) => name)).toEqual(["German"]);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider).toBeLessThanOrEqual(0);
  });
}

test("the command menu adds and removes filters, saves them, and opens views", async ({ page }) => {
  const { owner } = await openInbox(page);
  const choose = async (typed: string, name: string) => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type(typed);
    await page.getByRole("option", { name }).click();
  };
  await choose("filter: email", "Filter: Has an email address");
  await expect(page).toHaveURL(inside("/inbox?email=1"));
  await expect(rows(page)).toHaveText([/Ed/]);
  await choose("save as", "Save as view");
  await page.keyboard.type("With email");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await viewsOf(owner)).map(({ name }) => name)).toEqual(["With email"]);
  await choose("remove filter", "Remove filter: Has an email address");
  await expect(page).toHaveURL(inside("/inbox"));
  await choose("view: with", "View: With email");
  await expect(page).toHaveURL(inside("/inbox?email=1"));
});

test("a list that only the server can judge gains and loses conversations as they change", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  await enterDashboard(page, owner);
  await start(await openWidget(site), "Hello", { name: "Ed", language: "en" });
  await gotoLive(page, "/inbox?language=de");
  await expect(page.getByText("Nothing found with these filters.")).toBeVisible();
  await start(await openWidget(site), "Hallo", { name: "Dora", language: "de" });
  await expect(rows(page)).toHaveText([/Dora/]);
  await start(await openWidget(site), "Bonjour", { name: "Fleur", language: "fr" });
  await sql("UPDATE visitors SET language = 'fr' WHERE site_id = $1 AND name = 'Dora'", [site.id]);
  // Any change of the inbox has the list fetched again.
  await start(await openWidget(site), "Guten Tag", { name: "Gerd", language: "de" });
  await expect(rows(page).filter({ hasText: "Gerd" })).toBeVisible({ timeout: 15_000 });
  await expect(rows(page)).toHaveText([/Gerd/], { timeout: 15_000 });
});

test("a shared view is marked, an agent can't change it, and one whose label is gone says so and is removed", async ({
  page,
}) => {
  const { owner, agent, sites } = await newTeam();
  const [site] = sites;
  if (site) await start(await openWidget(site), "Hello");
  const label = await newLabel(owner);
  await newView(owner, { name: "For all", personal: false });
  await newView(agent, { name: "Labeled", filter: { labelId: label.id } });
  await sql("DELETE FROM labels WHERE id = $1", [label.id]);
  await enterDashboard(page, agent);
  await gotoLive(page, "/inbox");
  await viewsMenu(page).click();
  await expect(page.getByRole("link", { name: "For all Shared" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove “Labeled”" }).click();
  await expect.poll(() => viewsOf(agent)).toHaveLength(1);
  await viewsMenu(page).click();
  await page.getByRole("link", { name: "For all Shared" }).click();
  await expect(page).toHaveURL(inside("/inbox"));
  await viewsMenu(page).click();
  await expect(page.getByRole("link", { name: "For all Shared" })).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("button", { name: "Delete view" })).toHaveCount(0);
});

test("long names and long filters stay within a phone, in dark mode too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: "dark" });
  const { owner, site } = await newOwnerWithSite();
  await start(await openWidget(site), "Hello");
  const filter = { status: "open", snoozed: "false", page: "p".repeat(200), waitingFor: "3d", hasEmail: "true" };
  await newView(owner, { name: "W".repeat(40), filter });
  await newView(owner, { name: "شهرزاد: السلام عليكم (1)", filter: { spam: "true" } });
  await enterDashboard(page, owner);
  await page.goto(`/inbox?waiting=3d&email=1&page=${"p".repeat(200)}`);
  await expect(page.getByRole("heading", { level: 1, name: "W".repeat(40) })).toBeVisible();
  await viewsMenu(page).click();
  await expect(page.getByRole("link", { name: "W".repeat(40) })).toBeVisible();
  await expectAccessible(page);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider).toBeLessThanOrEqual(0);
});
