import { AttributesResponse } from "#lib/desk/attributes/schema.ts";
import { NewSiteCardResponse } from "#lib/desk/cards/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask, askNothing } from "../support/api-client.ts";
import { enterDashboard, listRows } from "../support/dashboard-page.ts";
import { newConversation, newOwnerWithSite, openWidget, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

const WIDE = { width: 1440, height: 900 };
const LINES = [
  { label: "Plan", value: "Pro, 12 seats" },
  { label: "Last order", value: "A-1041", url: "https://shop.example/orders/1041" },
];

test("a visitor's attributes are shown with who says so, and lead to the conversations that have the value", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, site, visitor, id } = await newConversation();
  await start(await openWidget(site), "Someone else");
  const body = { attributes: { plan: "pro", trial: false, since: "2026-12-01", "__proto__ name": "x".repeat(500) } };
  await ask(AttributesResponse, 200, "PUT", `/visitors/${visitor.visitorId}/attributes`, { token: owner.token, body });
  const claimed = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`claim ${at}`, at]));
  await askNothing("PUT", "/public/visitor/attributes", { token: visitor.token, body: { attributes: claimed } });
  await enterDashboard(page, owner);
  await page.setViewportSize(WIDE);
  await page.goto(`/inbox/${id}`);
  const panel = page.getByRole("complementary", { name: "Visitor" });
  const server = panel.getByRole("region", { name: "Your server says" });
  await expect(server).toContainText("No");
  await expect(server).toContainText("Dec 1, 2026");
  const claims = panel.getByRole("region", { name: "The page says" });
  await expect(claims).toContainText("Not proven");
  await expect(claims.getByRole("link")).toHaveCount(8);
  await claims.getByRole("button", { name: "Show all 9" }).click();
  await expect(claims.getByRole("link")).toHaveCount(9);
  await expectAccessible(page);
  await server.getByRole("link", { name: "pro" }).click();
  await expect(page).toHaveURL(/attribute=plan%3Apro/);
  await expect(listRows(page)).toHaveCount(1);
  const active = page.getByRole("group", { name: "Active filters" });
  await active.getByRole("link", { name: "Attribute: plan:pro" }).click();
  await expect(listRows(page)).toHaveCount(2);
  await page.locator("summary", { hasText: "Filter and sort" }).click();
  await page.getByRole("button", { name: "Attribute…" }).click();
  const dialog = page.getByRole("dialog", { name: "Filter by attribute" });
  await expectAccessible(page);
  await dialog.getByLabel("Name").fill("trial");
  await dialog.getByLabel("Value").fill("FALSE");
  await dialog.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(listRows(page)).toHaveCount(1);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/inbox/${id}`);
  await page.getByRole("button", { name: "Visitor details" }).click();
  const sheet = page.getByRole("dialog", { name: "Visitor" });
  await expect(sheet.getByRole("region", { name: "Your server says" })).toBeVisible();
  await expectAccessible(page);
});

test("the card comes after the conversation, and a failure leaves the last one with a way to try again", async ({
  page,
}) => {
  await using receiver = await startReceiver((_, response) => response.writeHead(500).end());
  const { owner, site, id } = await newConversation();
  const call = { token: owner.token, body: { url: receiver.url } };
  await ask(NewSiteCardResponse, 200, "PUT", `/sites/${site.id}/card`, call);
  await enterDashboard(page, owner);
  await page.setViewportSize(WIDE);
  await page.goto(`/inbox/${id}`);
  const card = page.getByRole("region", { name: "Your card" });
  await expect(card).toContainText("Your card couldn’t be loaded.");
  receiver.behave((_, response) => response.writeHead(200).end(JSON.stringify({ lines: LINES })));
  await card.getByRole("button", { name: "Try again" }).click();
  await expect(card).toContainText("Pro, 12 seats");
  await expect(card.getByRole("link", { name: "A-1041" })).toHaveAttribute("href", "https://shop.example/orders/1041");
  await expect(card.getByRole("button")).toHaveCount(0);
  await expectAccessible(page);
});

test.describe("the settings of the card", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("are an address, a secret that's shown once, and a test", { tag: "@journey" }, async ({ page }) => {
    await using receiver = await startReceiver((_, response) => response.writeHead(200).end("{}"));
    const { owner, site } = await newOwnerWithSite();
    await enterDashboard(page, owner);
    await page.goto(`/settings/sites/${site.id}/card`);
    const main = page.getByRole("main");
    const address = main.getByLabel("Address", { exact: true });
    await address.fill("https://192.168.0.1/card");
    await main.getByRole("button", { name: "Add card" }).click();
    await expect(main.getByText("Enter the address of a public host.")).toBeVisible();
    await address.fill(`${receiver.url}/card`);
    await main.getByRole("button", { name: "Add card" }).click();
    await expect(main.getByRole("textbox", { name: "Secret of the card" })).toHaveValue(/^whsec_/);
    await main.getByRole("button", { name: "Done, I’ve saved it" }).click();
    await main.getByRole("button", { name: "Test card" }).click();
    await expect(main.getByText("Your server’s response can’t be shown.")).toBeVisible();
    await expectAccessible(page);
    receiver.behave((_, response) => response.writeHead(200).end(JSON.stringify({ lines: LINES })));
    await main.getByRole("button", { name: "Test card" }).click();
    await expect(main.getByText("A-1041", { exact: true }).first()).toBeVisible();
    await main.getByRole("button", { name: "Remove card…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove card" }).click();
    await expect(main.getByRole("button", { name: "Add card" })).toBeVisible();
    await expect(address).toHaveValue("");
  });
});
