import type { Page } from "@playwright/test";
import { AccountResponse } from "#lib/people/owners/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard, gotoLive, inside, openAccountMenu } from "../support/dashboard-page.ts";
import { newConversation, type Owner } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { newTeam } from "../support/team.ts";

const themeShown = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

const themeStored = async ({ token }: Owner) =>
  (await ask(AccountResponse, 200, "GET", "/account", { token })).user.preferences?.theme;

const newSolo = async () => (await newConversation()).owner;
const newTeammate = async () => (await newTeam()).agent;

for (const [who, newPerson] of [
  ["someone alone", newSolo],
  ["a teammate", newTeammate],
] as const) {
  test(`the account menu of ${who} switches the theme, shows the shortcuts and logs out`, async ({ page }) => {
    const person = await newPerson();
    await enterDashboard(page, person);
    await gotoLive(page, "/inbox");

    const menu = await openAccountMenu(page);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "light" });
    await menu.getByRole("button", { name: "Switch theme" }).click();
    await expect.poll(() => themeShown(page)).toBe("dark");
    await expect.poll(() => themeStored(person)).toBe("dark");

    await (await openAccountMenu(page)).getByRole("button", { name: "Help" }).click();
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await page.keyboard.press("Escape");

    await (await openAccountMenu(page)).getByRole("button", { name: "Log out" }).click();
    await expect(page).toHaveURL("/login");
    await page.goto("/inbox");
    await expect(page).toHaveURL("/login?next=%2Finbox");
  });
}

test("the command menu finds the dark theme and logging out by their words", { tag: ["@journey", "@all"] }, async ({
  page,
}) => {
  const owner = await newSolo();
  await enterDashboard(page, owner);
  await page.emulateMedia({ colorScheme: "light" });
  await gotoLive(page, "/inbox");
  const choose = async (words: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill(words);
    await expect(page.getByRole("option")).not.toHaveCount(0);
    await page.keyboard.press("Enter");
  };
  await choose("dark");
  await expect.poll(() => themeShown(page)).toBe("dark");
  await expect.poll(() => themeStored(owner)).toBe("dark");
  await choose("log out");
  await expect(page).toHaveURL("/login");
});

test.describe("without a connection for messages", () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] });

  test("logging out from the menu while a reply is unsent asks first, on the account's page", {
    tag: "@journey",
  }, async ({ page, context }) => {
    const { owner, id } = await newConversation();
    await enterDashboard(page, owner);
    await gotoLive(page, `/inbox/${id}`);
    await context.route("**/conversations/*/messages", (route) => route.abort());
    await page.getByRole("textbox", { name: /^Reply to/ }).fill("Not yet sent");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Messages" })).toContainText("Not yet sent");
    await (await openAccountMenu(page)).getByRole("button", { name: "Log out" }).click();
    await expect(page).toHaveURL(inside("/settings/account"));
    await expect(page.getByText("1 reply hasn’t been sent yet and will be lost.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Log out anyway" })).toBeVisible();
  });
});
