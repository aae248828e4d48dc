import { PutHoursResponse } from "#lib/sites/hours/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { newOwnerWithSite, newSite, openWidget, patchConversation, reply, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";

test("the numbers of a week lead to the conversations that they count, and to other weeks and sites", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const other = await newSite(owner, { name: "Blog" });
  const startAs = async (name: string) =>
    (await start(await openWidget(site), `I am ${name}`, { name })).conversationId;
  const [ana, ben] = [await startAs("Ana"), await startAs("Ben")];
  await startAs("Cleo");
  await reply(owner, ana, "Hello");
  await patchConversation(owner, ben, { status: "closed" });

  await enterDashboard(page, owner);
  await page.goto("/inbox");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Reports" }).click();
  const numbers = page.getByRole("list", { name: "Numbers" }).getByRole("listitem");
  await expect(numbers).toHaveText([
    /New conversations\s*3\s*0 the week before/,
    /Waiting now\s*1/,
    /Never got a reply\s*1/,
    /First reply\s*\d+s/,
    /Rating\s*–.*No ratings yet/s,
  ]);
  await expect(page.getByRole("table", { name: "When visitors write" })).toBeVisible();
  await expect(page.getByText("You sent 1 reply in 1 conversation.")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Never got a reply: show the conversations" }).click();
  // The pane next to the list has rows of its own.
  const rows = page.locator("[aria-labelledby=inbox-heading]").getByRole("link", { name: /I am/ });
  await expect(page).toHaveURL(/counted=never_replied/);
  await expect(page.getByText("I am Ben").first()).toBeVisible();
  await expect(page.getByText("I am Ana")).toHaveCount(0);
  await expect(rows.filter({ hasText: "Cleo" })).toHaveCount(0);
  await expect(page.getByRole("group", { name: "Active filters" })).toContainText("In the report: never got a reply");
  await page.getByRole("link", { name: "Remove filter: In the report: never got a reply" }).click();
  await expect(page.getByText("Ana", { exact: true }).first()).toBeVisible();

  await page.goto("/reports");
  await page.getByRole("link", { name: "Previous week" }).click();
  await expect(numbers.first()).toContainText("0 the week before");
  await expect(page.getByText("Nothing was written yet.").first()).toBeVisible();
  await page.getByRole("link", { name: "Next week" }).click();
  await expect(numbers.first()).toContainText("3");
  await page.locator("summary", { hasText: site.name }).click();
  await page.getByRole("main").getByRole("link", { name: "Blog" }).click();
  await expect(numbers.first()).toHaveText(/New conversations\s*0/);
  await expect(page).toHaveURL(new RegExp(`site=${other.id}`));
});

test("the days and hours of a report are those of the site's hours, on a phone too", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const body = { timeZone: "Asia/Kathmandu", windows: [] };
  await ask(PutHoursResponse, 200, "PUT", `/sites/${site.id}/hours`, { token: owner.token, body });
  const { conversationId } = await start(await openWidget(site), "Hello");
  await sql("UPDATE messages SET created_at = '2025-11-05T03:10:00Z' WHERE conversation_id = $1", [conversationId]);
  await sql("UPDATE conversations SET created_at = '2025-11-05T03:10:00Z' WHERE id = $1", [conversationId]);
  await page.setViewportSize({ width: 390, height: 800 });
  await enterDashboard(page, owner);
  await page.goto(`/reports?site=${site.id}&week=2025-11-05`);
  await expect(page.getByText("Most on Wednesday from 8:00 AM: 1 message.")).toBeVisible();
  await expect(page.getByText("Asia/Kathmandu")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(page);
});

test.describe("the daily email", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("a person turns their daily email on, chooses its hour, and turns it off", async ({ page }) => {
    const { owner } = await newOwnerWithSite();
    await enterDashboard(page, owner);
    await page.goto("/settings/account/notifications");
    const digest = page.getByRole("region", { name: "Daily email" });
    await digest.getByLabel("Email me once a day").check();
    await digest.getByLabel("At").selectOption("9");
    await digest.getByLabel("Time zone").fill("Nowhere");
    await digest.getByRole("button", { name: "Save changes" }).click();
    await expect(digest.getByText("Enter a time zone such as Europe/Berlin.")).toBeVisible();
    await digest.getByLabel("Time zone").fill("Asia/Kathmandu");
    await digest.getByRole("button", { name: "Save changes" }).click();
    await expect(digest.getByText("Saved.")).toBeVisible();
    const stored = () => sql("SELECT digest_hour, digest_zone FROM members WHERE user_id = $1", [owner.user.id]);
    expect(await stored()).toEqual([{ digest_hour: 9, digest_zone: "Asia/Kathmandu" }]);
    await expectAccessible(page);
    await digest.getByLabel("Email me once a day").uncheck();
    await digest.getByRole("button", { name: "Save changes" }).click();
    await expect.poll(stored).toEqual([{ digest_hour: null, digest_zone: null }]);
  });
});
