import { randomUUID } from "node:crypto";
import { ConversationNotificationsResponse, WaitingListResponse } from "#lib/notify/notifications/schema.ts";
import { expectAccessible } from "../support/accessible.ts";
import { ask } from "../support/api-client.ts";
import { enterDashboard, inside } from "../support/dashboard-page.ts";
import { newOwnerWithSite, openWidget, reply, start } from "../support/factories.ts";
import { insertRows } from "../support/insert-rows.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";

test("the page of those who wait shows the longest wait first with a live clock and who was notified, and stays current", {
  tag: "@journey",
}, async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const startAs = async (name: string) =>
    (await start(await openWidget(site), `I am ${name}`, { name })).conversationId;
  const [ben, ana] = [await startAs("Ben"), await startAs("Ana")];
  await sql("UPDATE conversations SET waiting_since = now() - interval '70 minutes' WHERE id = $1", [ana]);
  // Planned, and due again only tomorrow.
  await expect
    .poll(async () => sql("SELECT FROM alerts WHERE conversation_id = ANY($1) AND seq = 1", [[ana, ben]]))
    .toHaveLength(2);
  await sql("UPDATE alerts SET due_at = now() + interval '1 day', since = now() WHERE conversation_id = ANY($1)", [
    [ana, ben],
  ]);
  const device = { user_id: owner.user.id, kind: "push", name: "Pixel 8", is_backup: true };
  await insertRows(sql, "channels", [{ ...device, address_hash: Buffer.from(randomUUID()) }]);
  const sent = { user_id: owner.user.id, conversation_id: ana, kind: "message" };
  await insertRows(sql, "notifications", [
    {
      ...sent,
      channel: "push",
      channel_id: randomUUID(),
      name: "Pixel 8",
      status: "shown",
      shown_at: new Date(),
      accepted_at: new Date(),
    },
    // Another one of the same name.
    { ...sent, channel: "push", channel_id: randomUUID(), name: "Pixel 8", status: "failed", reason: "refused" },
    { ...sent, channel: "email", name: "", status: "accepted", accepted_at: new Date() },
    { ...sent, channel: "ntfy", name: "Workshop", status: "failed", reason: "gone" },
  ]);

  await enterDashboard(page, owner);
  await page.goto("/waiting");
  const rows = page.getByRole("list", { name: "Waiting" }).locator("> li");
  await expect(rows).toHaveText([/Ana.*1h 10m.*I am Ana/, /Ben.*I am Ben/]);
  await expect(rows.first()).toContainText("Pixel 8: shown just now");
  await expect(rows.first()).toContainText("Pixel 8: failed. The receiver rejected it.");
  await expect(rows.first()).toContainText("Email: delivered just now");
  await expect(rows.first()).toContainText("Workshop: failed. The conversation or the channel no longer exists.");
  await expect(rows.first()).toContainText("Next: backup channels");
  await expect(rows.last()).toContainText("No one has been notified yet");
  await expect(page.getByRole("link", { name: "Waiting 2 in all" })).toBeVisible();
  const clock = rows.last().locator("time").first();
  const before = await clock.textContent();
  await expect(clock, "without a reload").not.toHaveText(before ?? "");
  await expectAccessible(page);

  await startAs("Cleo");
  await expect(rows).toHaveText([/Ana/, /Ben/, /Cleo/]);
  await reply(owner, ben, "It ships today");
  await expect(rows).toHaveText([/Ana/, /Cleo/]);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  const proofOf = () =>
    ask(ConversationNotificationsResponse, 200, "GET", `/conversations/${ana}/notifications`, owner);
  // A step may be planned between the two.
  await expect(async () => {
    const { waiting } = await ask(WaitingListResponse, 200, "GET", "/conversations/waiting?limit=1", owner);
    expect(waiting).toEqual([{ ...(await proofOf()), conversation: expect.objectContaining({ id: ana }) }]);
  }).toPass();
  const proof = await proofOf();
  expect(proof.notifications.map(({ status }) => status).toSorted()).toEqual(["accepted", "failed", "failed", "shown"]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await rows.first().getByRole("link", { name: "Ana" }).click();
  await expect(page).toHaveURL(inside(`/inbox/${ana}`));
  await expect(page.getByRole("region", { name: "Notified" })).toContainText("Pixel 8: shown");
});

// An address that's a channel already is refused.
test.use({ expectedErrors: [/status of 409/] });

test("an app, quiet hours and a site's escalation are set on their pages", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  await enterDashboard(page, owner);
  await page.goto("/settings/account/notifications");
  const quiet = page.getByRole("region", { name: "Quiet hours" });
  await quiet.getByRole("checkbox").check();
  await quiet.getByLabel("To").fill("08:30");
  await quiet.getByLabel("Time zone").fill("Europe/Berlin");
  await quiet.getByRole("button", { name: "Save changes" }).click();
  await expect(quiet.getByText("Saved.", { exact: true })).toBeVisible();
  const [row] = await sql("SELECT quiet_from, quiet_until, time_zone FROM users WHERE id = $1", [owner.user.id]);
  expect(row).toEqual({ quiet_from: 1_320, quiet_until: 510, time_zone: "Europe/Berlin" });
  await expectAccessible(page);
  const apps = page.getByRole("region", { name: "Other apps" });
  await apps.getByRole("button", { name: "Add a channel" }).click();
  await apps.getByLabel("App", { exact: true }).selectOption("ntfy");
  await apps.getByLabel("Name").fill("Workshop");
  await apps.getByLabel("Address").fill("https://ntfy.sh/kiln-street");
  await apps.getByRole("button", { name: "Add a channel" }).click();
  await expect(apps.getByRole("list", { name: "Other apps" })).toContainText("Workshop");
  await apps.getByRole("button", { name: "Add a channel" }).click();
  await apps.getByLabel("App", { exact: true }).selectOption("ntfy");
  await apps.getByLabel("Name").fill("Again");
  await apps.getByLabel("Address").fill("https://ntfy.sh/kiln-street");
  await apps.getByRole("button", { name: "Add a channel" }).click();
  await expect(apps.getByLabel("Address")).toHaveAccessibleDescription(/This address is one of your channels already/);
  await expectAccessible(page);
  await page.goto(`/settings/sites/${site.id}/notifications`);
  const escalation = page.getByRole("region", { name: "If no one reads it" });
  await escalation.getByLabel("Escalate after (minutes)").fill("15");
  await escalation.getByRole("button", { name: "Save changes" }).click();
  await expect(escalation.getByText("Saved.", { exact: true })).toBeVisible();
  const [stored] = await sql("SELECT escalation_minutes FROM sites WHERE id = $1", [site.id]);
  expect(stored).toEqual({ escalation_minutes: 15 });
  await expectAccessible(page);
});
