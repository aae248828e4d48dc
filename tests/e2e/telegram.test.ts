import { expectAccessible } from "../support/accessible.ts";
import { BOT_TOKEN, startBotApi } from "../support/bot-api.ts";
import { type MailWorld, mailWorld } from "../support/mail-world.ts";
import { expect, test } from "../support/page-test.ts";

let bot: Awaited<ReturnType<typeof startBotApi>>;
let world: MailWorld;

// They outlive the test's page, which would miss its stream.
test.beforeAll(async () => {
  bot = await startBotApi();
  world = await mailWorld({ JOBS: "on", TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_API_URL: bot.url });
});
test.afterAll(async () => {
  await world.close();
  await bot[Symbol.asyncDispose]();
});

test("the account's page connects a Telegram chat by a code, lists it at once, and says if the bot doesn't work", {
  tag: "@journey",
}, async ({ page }) => {
  await bot.polled(1);
  const owner = await world.newOwner();
  await page.context().addCookies([{ name: "next-auth.session-token", value: owner.token, url: world.baseUrl }]);
  await page.goto(`${world.baseUrl}/settings/account/notifications`);
  const section = page.getByRole("region", { name: "Telegram", exact: true });
  await section.getByRole("button", { name: "Connect Telegram" }).click();
  const code = await section.getByRole("textbox", { name: "Code for Telegram" }).inputValue();
  await expect(section.getByRole("link", { name: "Open Telegram" })).toHaveAttribute(
    "href",
    `https://t.me/kiln_street_bot?start=${code}`,
  );
  await expectAccessible(page);

  bot.write({ id: 8_001, username: "ada" }, code);
  await expect(section.getByRole("list", { name: "Connected chats" })).toContainText("@ada");
  await expect(section.getByRole("status")).toContainText("Telegram is connected.");
  await expect(section.getByRole("button", { name: "Connect another chat" })).toBeVisible();
  await expectAccessible(page);

  await bot.held();
  await world.sql("UPDATE telegram_bots SET problem = 'conflict'");
  await page.reload();
  await expect(section.getByRole("alert")).toContainText("Another installation is using this bot");
  await section.getByRole("button", { name: "Remove @ada" }).click();
  await expect(section.getByRole("button", { name: "Connect Telegram" })).toBeVisible();
});
