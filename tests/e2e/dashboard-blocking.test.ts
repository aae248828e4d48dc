import type { Page } from "@playwright/test";
import { hashRange } from "#lib/files/blocking/address-hashes.ts";
import { expectAccessible } from "../support/accessible.ts";
import { send } from "../support/api-client.ts";
import { enterDashboard, gotoLive, inside, listRows, replyBox } from "../support/dashboard-page.ts";
import {
  conversation,
  inbox,
  newConversation,
  newOwnerWithSite,
  openWidget,
  sendMessage,
  start,
} from "../support/factories.ts";
import { limitedProcess } from "../support/limited-process.ts";
import { expect, test } from "../support/page-test.ts";
import { provideSettings } from "../support/provide-settings.ts";
import { sql } from "../support/stored-rows.ts";

test.use({ expectedErrors: [/status of 4(00|09)/] });

const choose = async (page: Page, item: string) => {
  await page
    .locator("summary")
    .filter({ hasText: /^More$/ })
    .click();
  await page.getByRole("listitem").getByRole("button", { name: item, exact: true }).click();
};
const settings = (page: Page) => page.getByRole("main");

test("an owner blocks a visitor in the thread after reading what it does, in every tab, and unblocks them", {
  tag: "@journey",
}, async ({ page, context }) => {
  const { owner, visitor, id } = await newConversation();
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${id}`);
  const other = await context.newPage();
  await gotoLive(other, `/inbox/${id}`);
  await replyBox(page).fill("A draft");
  await choose(page, "Block visitor");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("New messages from them on this site are rejected");
  await expect(dialog.getByRole("checkbox")).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Block visitor" }).click();

  for (const tab of [page, other]) {
    await expect(tab.getByText("You blocked this visitor.")).toBeVisible();
    await expect(replyBox(tab)).toHaveCount(0);
    await expect(tab.getByRole("article").getByText("Blocked", { exact: true })).toBeVisible();
    await expect(listRows(tab)).toContainText("Blocked");
  }
  await expectAccessible(page);
  const call = { token: visitor.token, body: { message: "Hello?" } };
  expect((await send("POST", `/public/conversations/${id}/messages`, call)).status).toBe(403);

  await page.getByRole("button", { name: "Unblock", exact: true }).click();
  await expect(replyBox(page)).toHaveValue("A draft");
  await expect(replyBox(other)).toBeVisible();
  await sendMessage(visitor, id, "Heard again");
  await expect(page.getByRole("region", { name: "Messages" }).getByText("Heard again")).toBeVisible();
});

test("a known address is blocked with its visitor, and listed in the site's settings", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  await using service = await limitedProcess({}, "blocked address");
  const from = "203.0.113.50";
  await service.ask("POST", "/public/conversations", { token: visitor.token, body: { message: "Spam" }, from });
  const [row] = await inbox(owner);
  await enterDashboard(page, owner);
  await page.goto(`/inbox/${row?.id}`);
  await choose(page, "Block visitor");
  await page.getByRole("checkbox", { name: "Also block their network address" }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Block visitor" }).click();
  await expect(page.getByText("You blocked this visitor.")).toBeVisible();
  const newcomer = await openWidget(site);
  const again = { token: newcomer.token, body: { message: "More spam" }, from };
  expect((await service.ask("POST", "/public/conversations", again)).status).toBe(403);

  await page.goto(`/settings/sites/${site.id}/blocking`);
  await expect(settings(page).getByRole("listitem")).toContainText("From a conversation");
  await settings(page).getByRole("button", { name: "Unblock From a conversation" }).click();
  await expect(settings(page).getByRole("listitem")).toHaveCount(0);
  expect((await service.ask("POST", "/public/conversations", again)).status).toBe(201);
});

test("an address that an earlier version stored without effect is marked in the site's settings", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  provideSettings();
  const store = (range: string, label: string) =>
    sql("INSERT INTO blocked_addresses SELECT gen_random_uuid(), $1, $2, $3, now()", [
      site.id,
      hashRange(site.publicKey, range),
      label,
    ]);
  await store(`6 ${"0".repeat(64)}`, "Mapped");
  await store(`4 ${"0".repeat(32)}`, "Another");
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/blocking`);
  const listed = (label: string) => settings(page).getByRole("listitem").filter({ hasText: label });
  await expect(listed("Mapped")).toContainText("This blocks no one.");
  await expect(listed("Another")).not.toContainText("This blocks no one.");
});

test("a conversation marked as spam moves from the inbox to Spam, sends no notification, and can be restored", {
  tag: ["@journey", "@all"],
}, async ({ page, context }) => {
  const { owner, site, visitor, id } = await newConversation();
  await start(await openWidget(site), "A real question");
  await enterDashboard(page, owner);
  const other = await context.newPage();
  await gotoLive(other, "/inbox");
  await expect(listRows(other)).toHaveCount(2);
  await gotoLive(page, `/inbox/${id}`);
  await replyBox(page).fill("A draft");
  await choose(page, "Mark as spam");
  await expect(page.getByText("Marked as spam.", { exact: true })).toBeVisible();
  await expect.poll(async () => (await conversation(owner, id)).spam).toBe(true);
  await gotoLive(page, `/inbox/${id}`);
  await expect(page.getByText("Marked as spam. It’s out of your inbox")).toBeVisible();
  await expect(page.getByRole("article").getByText("Spam", { exact: true })).toBeVisible();
  await expect(page.getByRole("article").getByText("Open", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Close", exact: true })).toHaveCount(0);
  await expect(replyBox(page)).toHaveCount(0);
  await expectAccessible(page);
  await expect(listRows(other)).toHaveCount(1);
  await expect(listRows(other)).toContainText("A real question");

  await sendMessage(visitor, id, "More of it");
  await expect(page.getByRole("region", { name: "Messages" }).getByText("More of it")).toBeVisible();
  await expect(listRows(other)).toHaveCount(1);
  await other
    .locator("summary")
    .filter({ hasText: /^Filter and sort$/ })
    .click();
  await other.getByRole("link", { name: "Spam", exact: true }).click();
  await expect(listRows(other)).toHaveCount(1);
  await expect(listRows(other)).toContainText("More of it");
  await expectAccessible(other);
  // Under the pointer, a row stays.
  await other.mouse.move(0, 0);

  await page.getByRole("article").getByRole("button", { name: "Not spam" }).click();
  await expect(page.getByText("Marked as spam.")).toHaveCount(0);
  await expect(replyBox(page)).toHaveValue("A draft");
  await expect(listRows(other)).toHaveCount(0);
  await expect(other.getByText("Nothing marked as spam.")).toBeVisible();
});

test("the command menu marks as spam, takes it back while the inbox is still loading, and asks to block", async ({
  page,
}) => {
  const { owner, id } = await newConversation();
  await enterDashboard(page, owner);
  await gotoLive(page, `/inbox/${id}`);
  const held = Promise.withResolvers<void>();
  await page.route("**/inbox?*", (route) => held.promise.then(() => route.continue()));
  const run = async (words: string) => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox")).toBeFocused();
    await page.keyboard.type(words);
    await page.keyboard.press("Enter");
  };
  await run("conversation as spam");
  await expect(page.getByText("Marked as spam.", { exact: true })).toBeVisible();
  await run("undo");
  await expect(page.getByRole("button", { name: "Close", exact: true })).toBeVisible();
  const loaded = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith("/inbox"));
  held.resolve();
  await loaded;
  await run("Block this visitor");
  await expect(page.getByRole("dialog", { name: /^Block / })).toBeVisible();
  expect(page.url()).toMatch(inside(`/inbox/${id}`));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the site's settings keep blocked words and addresses, and report an invalid one", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/blocking`);
  const words = settings(page).getByLabel("Blocked words");
  const save = settings(page).getByRole("button", { name: "Save changes" });
  await words.fill("casino\n!!!");
  await save.click();
  await expect(settings(page)).toContainText("“!!!”: Use a letter or a digit.");
  await words.fill("Casino\n\n buy now ");
  await save.click();
  await expect(settings(page).getByText("Saved.")).toBeVisible();

  await settings(page).getByRole("checkbox", { name: "Flood protection" }).uncheck();
  await save.click();
  await expect(save).toHaveCount(0);

  const address = settings(page).getByLabel("Address or network");
  const block = settings(page).getByRole("button", { name: "Block address" });
  await address.fill("203.0.113.0/25");
  await block.click();
  await expect(settings(page)).toContainText("Enter an IPv4 address or its /24 or /16");
  await address.fill("203.0.113.0/24");
  await settings(page).getByLabel("Label").fill("The data center");
  await block.click();
  await expect(settings(page).getByRole("listitem")).toContainText("The data center");
  await expectAccessible(page);

  await page.reload();
  await expect(words).toHaveValue("Casino\nbuy now");
  await expect(settings(page).getByRole("listitem")).toContainText("The data center");
  expect(await page.content()).not.toContain("203.0.113.0/24<");
  await expect(settings(page).getByRole("checkbox", { name: "Flood protection" })).not.toBeChecked();
  const visitor = await openWidget(site);
  const call = { token: visitor.token, body: { message: "To the CASINO" } };
  expect((await send("POST", "/public/conversations", call)).status).toBe(403);
});

test("the site's settings say that the maximum of blocked addresses is reached", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  await sql(
    `INSERT INTO blocked_addresses (id, site_id, address_hash, label, created_at)
     SELECT gen_random_uuid(), $1, 'hash ' || n, 'Nr ' || n, now() FROM generate_series(1, 1000) n`,
    [site.id],
  );
  await enterDashboard(page, owner);
  await page.goto(`/settings/sites/${site.id}/blocking`);
  await settings(page).getByLabel("Address or network").fill("203.0.113.7");
  await settings(page).getByRole("button", { name: "Block address" }).click();
  await expect(settings(page).getByText("1,000 blocked addresses, which is the maximum")).toBeVisible();
});
