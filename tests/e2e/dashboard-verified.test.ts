import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { enterDashboard, listRows } from "../support/dashboard-page.ts";
import { newOwnerWithSite, openWidget, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";
import { hashOf, newVouchingSite } from "../support/verified.ts";

const section = (page: Page) => page.getByRole("main");
const secretField = (page: Page) => page.getByLabel("Identity secret");

async function siteInside(page: Page) {
  const { owner, site } = await newOwnerWithSite();
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/identity`);
  return { owner, site };
}

test("a new secret works, and is shown once and on no page after that", { tag: "@journey" }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { site } = await siteInside(page);
  await expect(section(page)).toContainText("Keep the secret on your server.");
  await section(page).getByRole("button", { name: "Generate secret" }).click();
  await expect(page.getByRole("region", { name: "New secret" })).toBeFocused();
  const secret = await secretField(page).inputValue();
  await page.getByRole("region", { name: "New secret" }).getByRole("button", { name: "Copy" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await expect(section(page)).toContainText("Not used yet.");
  await expectAccessible(page);

  await openWidget(site, { visitorId: "c-1", visitorHash: hashOf(secret, "c-1") });
  await page.getByRole("button", { name: "Done, I’ve saved it" }).click();
  await expect(secretField(page)).toHaveCount(0);
  await page.reload();
  await expect(section(page)).toContainText("Last used on");
  expect(await page.content()).not.toContain("site_inbox_identity_");
  expect(page.url()).toMatch(/\/identity$/);
});

test("a secret can be replaced with an overlap, the previous one revoked, and all of it turned off", async ({
  page,
}) => {
  const { owner, site, secret: first } = await newVouchingSite();
  const opens = async (secret: string) => {
    const body = JSON.stringify({ siteKey: site.publicKey, visitorId: "c", visitorHash: hashOf(secret, "c") });
    const headers = { "Content-Type": "application/json" };
    return (await page.request.post("/public/widget-session", { headers, data: body })).status();
  };
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/identity`);
  await section(page).getByRole("button", { name: "Replace secret" }).click();
  await expect(page.getByRole("dialog")).toContainText("works for 24 more hours");
  await page.getByRole("button", { name: "Generate new secret" }).click();
  const second = await secretField(page).inputValue();
  await expect(section(page)).toContainText("The previous secret also works until");
  expect([await opens(first), await opens(second)]).toEqual([201, 201]);

  await section(page).getByRole("button", { name: "Revoke previous secret now" }).click();
  await expect(section(page)).not.toContainText("The previous secret also works until");
  expect([await opens(first), await opens(second)]).toEqual([403, 201]);

  await section(page).getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
  await expect(section(page).getByRole("button", { name: "Generate secret" })).toBeVisible();
  await expect(secretField(page)).toHaveCount(0);
  expect(await opens(second)).toBe(403);
});

test("an unreadable secret is reported, with what to do", async ({ page }) => {
  const { owner, site } = await newVouchingSite();
  await sql("UPDATE identity_secrets SET secret = '\\x00' WHERE site_id = $1", [site.id]);
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/identity`);
  await expect(section(page).getByRole("alert").first()).toContainText("Hashes are rejected until you replace it.");
});

test("sample code is shown in five languages, chosen with the keyboard alone", async ({ page }) => {
  const { owner, site } = await newVouchingSite();
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/identity`);
  const code = page.getByRole("tabpanel").getByRole("textbox");
  await page.getByRole("tab", { name: "Node" }).focus();
  await expect(code).toHaveValue(/createHmac\("sha256"/);
  for (const [name, text] of [
    ["Python", /hmac\.new/],
    ["PHP", /hash_hmac/],
    ["Ruby", /OpenSSL::HMAC/],
    ["Go", /hmac\.New/],
    ["Node", /createHmac/],
  ] as const) {
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("tab", { name, exact: true })).toBeFocused();
    await expect(page.getByRole("tab", { name, exact: true })).toHaveAttribute("aria-selected", "true");
    await expect(code).toHaveValue(text);
  }
  await page.keyboard.press("Tab");
  await expect(code).toBeFocused();
  await expect(section(page).getByLabel("Code for your page")).toHaveValue(/SiteInbox\("identify"/);
});

test("the list and the conversation show which visitors are verified, and under which id", async ({ page }) => {
  const { owner, site, openAs } = await newVouchingSite();
  const { conversationId: proved } = await start(await openAs("customer-7"), "It is me", { name: "Ana" });
  const pretender = await openWidget(site, { visitorId: "customer-7" });
  const { conversationId: claimed } = await start(pretender, "It is me too", { name: "Ana" });
  await enterDashboard(page, owner);
  await page.goto("/inbox");
  const words = "Verified by Corner shop as customer-7";
  await expect(listRows(page)).toHaveCount(2);
  await expect(listRows(page).filter({ hasText: words })).toHaveCount(1);
  await expect(listRows(page).filter({ hasText: "It is me too" })).not.toContainText("Verified");
  await expect(listRows(page).filter({ hasText: words })).toHaveAttribute("href", new RegExp(proved));
  await expect(listRows(page).getByTitle(words)).toBeVisible();

  await page.goto(`/inbox/${proved}`);
  await expect(page.locator("header").getByTitle(words)).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/inbox/${claimed}`);
  await expect(page.locator("header").getByText("Ana")).toBeVisible();
  await expect(page.locator("header").getByText(/Verified/)).toHaveCount(0);
});
