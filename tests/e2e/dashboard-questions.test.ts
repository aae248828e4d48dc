import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask, askNothing } from "../support/api-client.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { newOwnerWithSite, type Owner, openWidget, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { askVisitors, ORDER } from "../support/questions.ts";

// Labels that are missing.
test.use({ expectedErrors: [/status of 400/] });

const questionsOf = async ({ token }: Owner, site: { id: string }) =>
  (await ask(SiteResponse, 200, "GET", `/sites/${site.id}`, { token })).site.questions;

test("an owner asks for an order number and a phone number, and sees how it looks", { tag: "@journey" }, async ({
  page,
}) => {
  const { owner, site } = await newOwnerWithSite();
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}`);
  await page.getByRole("link", { name: "Questions" }).first().click();
  await expect(page.getByText("No questions yet.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add question" }).click();
  const first = page.getByRole("group", { name: "Question 1" });
  await expect(first.getByLabel("Label", { exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(first.getByRole("alert")).toBeVisible();
  await expect(first.getByLabel("Label", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await first.getByLabel("Label", { exact: true }).fill("Order number");
  await first.getByRole("button", { name: "Deutsch" }).click();
  await first.getByLabel("Label, Deutsch").fill("Bestellnummer");
  await first.getByLabel("Required").check();
  const preview = page.getByRole("figure");
  await expect(preview.getByText("Order number").first()).toBeVisible();

  await page.getByRole("button", { name: "Add question" }).click();
  const second = page.getByRole("group", { name: "Question 2" });
  await second.getByLabel("Label", { exact: true }).fill("Your phone number");
  await second.getByLabel("Asks for").selectOption("Phone number");
  await second.getByLabel("When").selectOption("Only while you’re closed");
  await expect(second.getByText("This site has no hours")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved. Visitors who open the chat from now on")).toBeVisible();
  expect(await questionsOf(owner, site)).toMatchObject([
    { label: "Order number", labels: { de: "Bestellnummer" }, kind: "text", required: true, asked: "always" },
    { label: "Your phone number", labels: {}, kind: "phone", required: false, asked: "closed" },
  ]);
  await page.goto(`/settings/sites/${site.id}/appearance`);
  await expect(preview.getByText("Write a message").first()).toBeVisible();
  await expect(preview.getByText("Order number")).toHaveCount(0);
  await page.getByRole("button", { name: "After a message" }).click();
  await expect(preview.getByText("Order number").first()).toBeVisible();

  await page.goBack();
  await page.setViewportSize({ width: 360, height: 640 });
  await expectAccessible(page);
  expect(await page.locator("html").evaluate((html) => html.scrollWidth <= html.clientWidth)).toBe(true);
});

test("questions are moved, changed and removed, and keep their keys", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  await askVisitors(
    owner,
    site,
    ORDER,
    { key: "name", label: "Your name", kind: "name" },
    { key: "size", label: "Size" },
  );
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/questions`);
  await expect(page.getByRole("button", { name: "Add question" })).toHaveCount(0);
  await page.getByRole("button", { name: "Move Size up" }).click();
  await page.getByRole("button", { name: "Remove Your name" }).click();
  await page.getByRole("group", { name: "Question 1" }).getByLabel("Label", { exact: true }).fill("Your order");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  expect((await questionsOf(owner, site)).map(({ key, label }) => [key, label])).toEqual([
    ["order", "Your order"],
    ["size", "Size"],
  ]);
  await page.getByRole("button", { name: "Add question" }).click();
  await page.getByRole("group", { name: "Question 3" }).getByLabel("Label", { exact: true }).fill("Email");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("group", { name: /^Question \d$/ })).toHaveCount(2);
});

test("the inbox shows answers, their labels and the phone number next to the conversation, as they come", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  await askVisitors(owner, site, { ...ORDER, labels: { de: "Bestellnummer <b>" } });
  const visitor = await openWidget(site, { language: "de" });
  const { conversationId: id } = await start(visitor, "Hallo");
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${id}`);
  const about = page.getByRole("complementary", { name: "Visitor" });
  await expect(about.getByText("Started")).toBeVisible();
  const body = { answers: { order: "<img src=x>" }, language: "de" };
  await askNothing("PUT", `/public/conversations/${id}/answers`, { token: visitor.token, body });
  await expect(about.getByRole("term").filter({ hasText: "Bestellnummer <b>" })).toBeVisible();
  await expect(about.getByText("<img src=x>", { exact: true })).toBeVisible();
  await askNothing("PATCH", "/public/visitor", { token: visitor.token, body: { phone: "030 901820" } });
  await expect(about.getByText("030 901820")).toBeVisible();
  await expect(about.getByRole("button", { name: "Copy phone number" })).toBeVisible();
  await expectAccessible(page);
});
