import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { askNothing } from "../support/api-client.ts";
import { enterDashboard, gotoLive, listRows } from "../support/dashboard-page.ts";
import { allMessages, markRead, reply } from "../support/factories.ts";
import { startLive } from "../support/live-shop.ts";
import { expect, test } from "../support/shop-test.ts";

const thread = (page: Page) => page.getByRole("region", { name: "Messages" });
const lineOf = (page: Page, text: string) => thread(page).locator("li[data-message]").filter({ hasText: text });

test.use({ expectedErrors: [/status of 409 \(Conflict\)|ERR_INTERNET_DISCONNECTED/] });

test("a reply that's deleted in the thread is gone in the visitor's chat, and the team sees a mark", {
  tag: "@journey",
}, async ({ page, shop, browser }) => {
  const { widget, id } = await startLive(shop, page);
  await reply(shop.owner, id, "Yes, from Monday on.");
  await reply(shop.owner, id, "Your password is swordfish");
  await expect(widget.log.getByText("Your password is swordfish")).toBeInViewport();
  const context = await browser.newContext();
  const team = await context.newPage();
  await enterDashboard(team, shop.owner);
  await gotoLive(team, `/inbox/${id}`);
  const line = lineOf(team, "swordfish");
  await line.hover();
  await line.getByRole("button", { name: "Delete message" }).click();
  const dialog = team.getByRole("dialog", { name: "Delete this message?" });
  await expectAccessible(team);
  await dialog.getByRole("button", { name: "Delete message" }).click();
  await expect(dialog).toBeHidden();
  await expect(thread(team).getByText(/^You deleted this message, /)).toBeVisible();
  await expect(thread(team)).not.toContainText("swordfish");
  await expect(listRows(team).first()).toContainText("Yes, from Monday on.");
  await expect(widget.log.getByText("swordfish")).toHaveCount(0);
  await expect(widget.log.getByText("Yes, from Monday on.")).toBeVisible();
  await expectAccessible(team);
  await page.reload();
  await widget.open();
  await expect(widget.log.getByText("Yes, from Monday on.")).toBeVisible();
  await expect(widget.log.getByText("swordfish")).toHaveCount(0);
  await context.close();
});

test("without a mouse, a command shows each message's button to delete it, and canceling keeps the message", async ({
  page,
  shop,
  browser,
}) => {
  const { id } = await startLive(shop, page);
  await reply(shop.owner, id, "Only mine");
  const context = await browser.newContext();
  const team = await context.newPage();
  await enterDashboard(team, shop.owner);
  await gotoLive(team, `/inbox/${id}`);
  const button = lineOf(team, "Only mine").getByRole("button", { name: "Delete message" });
  await expect(button).toHaveCount(0);
  await team.keyboard.press("Control+K");
  await team.getByRole("combobox").fill("Delete a message");
  await expect(team.getByRole("option", { name: "Delete a message", exact: true })).toBeVisible();
  await team.keyboard.press("Enter");
  await expect(team.getByText("Choose the message to delete.")).toBeVisible();
  await expectAccessible(team);
  await button.press("Enter");
  await team.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(lineOf(team, "Only mine")).toBeVisible();
  await team.getByRole("button", { name: "Done" }).click();
  await expect(button).toHaveCount(0);
  await context.close();
});

test("a visitor takes back a message that no one has read, after they confirm it", {
  tag: ["@journey", "@all"],
}, async ({ page, shop, browser }) => {
  const { widget, id } = await startLive(shop, page);
  await widget.write("My card is 4111");
  await widget.expectSent("My card is 4111");
  const context = await browser.newContext();
  const team = await context.newPage();
  await enterDashboard(team, shop.owner);
  await gotoLive(team, "/inbox");
  await expect(listRows(team).first()).toContainText("My card is 4111");
  const take = widget.frame.getByRole("button", { name: "Take back message" });
  await take.click();
  await expect(widget.frame.getByText("Delete it for both sides?")).toBeVisible();
  await widget.frame.getByRole("button", { name: "Cancel" }).click();
  await expect(widget.log.getByText("My card is 4111")).toBeVisible();
  await take.click();
  await widget.frame.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(widget.log.getByText("My card is 4111")).toHaveCount(0);
  await expect(listRows(team).first()).not.toContainText("4111");
  await listRows(team).first().click();
  await expect(thread(team).getByText(/^The visitor took this message back, /)).toBeVisible();
  expect((await allMessages(shop.owner, id)).at(-1)).toMatchObject({ body: "", deleted: true });
  await context.close();
});

test("what someone has read by then isn't taken back, and the chat says so", async ({ page, shop }) => {
  const { widget, id } = await startLive(shop, page);
  await widget.write("My card is 4111");
  await widget.expectSent("My card is 4111");
  await widget.frame.getByRole("button", { name: "Take back message" }).click();
  // The event of the reading is held back, as on a bad connection.
  await page.route("**/public/conversations/*/messages/*", async (route) => {
    await markRead(shop.owner, id);
    await route.fallback();
  });
  await widget.frame.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(widget.log.getByText("My card is 4111")).toBeVisible();
  const [, message] = await allMessages(shop.owner, id);
  expect(message).not.toHaveProperty("deleted");
  await expect(widget.frame.getByRole("button", { name: "Take back message" })).toHaveCount(0);
});

test("a chat that was offline while a reply was deleted doesn't show it once it's back", async ({
  page,
  shop,
  context,
}) => {
  const { widget, id } = await startLive(shop, page);
  await reply(shop.owner, id, "Your password is swordfish");
  await expect(widget.log.getByText("swordfish")).toBeVisible();
  await context.setOffline(true);
  const message = (await allMessages(shop.owner, id)).at(-1);
  await askNothing("DELETE", `/conversations/${id}/messages/${message?.id}`, { token: shop.owner.token });
  await context.setOffline(false);
  await expect(widget.log.getByText("swordfish")).toHaveCount(0);
});
