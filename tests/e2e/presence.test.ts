import type { Page } from "@playwright/test";
import { send } from "../support/api-client.ts";
import { enterDashboard, gotoLive } from "../support/dashboard-page.ts";
import { newOwnerWithSite, openWidget, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";
import { setVisibility } from "../support/visibility.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

/** The dashboard of an owner whose phone is notified, and who has read a visitor's message. */
async function enterWithPhone(page: Page, receiverUrl: string) {
  const { owner, site } = await newOwnerWithSite();
  const visitor = await openWidget(site);
  const { conversationId: id } = await start(visitor, "Hello");
  await send("POST", `/conversations/${id}/read`, { token: owner.token, body: {} });
  await enterDashboard(page, owner);
  await page.request.post("/account/channels", {
    data: { kind: "ntfy", name: "Phone", url: `${receiverUrl}/phone` },
  });
  return { visitor, id };
}

test("a conversation in a visible tab notifies no device about its messages, and one in a hidden tab does", async ({
  page,
}) => {
  await using receiver = await startReceiver();
  const { visitor, id } = await enterWithPhone(page, receiver.url);
  // Otherwise it's read at once, which notifies no one either.
  await page.route(`**/conversations/${id}/read`, () => undefined);
  const reports: { leaving?: true }[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(`/conversations/${id}/presence`)) reports.push(request.postDataJSON());
  });
  const inView = () => sql("SELECT 1 FROM presences WHERE conversation_id = $1", [id]);

  await gotoLive(page, `/inbox/${id}`);
  await expect.poll(inView).toHaveLength(1);
  await start(visitor, "Are you there?");
  await expect
    .poll(() => sql("SELECT status, reason FROM notifications WHERE conversation_id = $1 AND channel = 'ntfy'", [id]))
    .toEqual([{ status: "skipped", reason: "looking" }]);
  expect(receiver.received).toEqual([]);

  await setVisibility(page, "hidden");
  const [alert] = await receiver.receives(1);
  expect(JSON.stringify(alert?.body)).toContain("Are you there?");
  await expect.poll(() => reports.at(-1)).toEqual({ leaving: true });
  expect(reports.filter(({ leaving }) => leaving)).toHaveLength(1);
  await setVisibility(page, "visible");
  await expect.poll(inView).toHaveLength(1);
  await page.getByRole("link", { name: "Inbox" }).first().click();
  await expect.poll(inView).toHaveLength(0);
  // A new document, whose visibility is real.
  await page.goto(`/inbox/${id}`);
  await expect.poll(inView).toHaveLength(1);
  await page.goto("/docs");
  await expect.poll(inView).toHaveLength(0);
});

test("a message at a tab that nobody has touched for three minutes notifies devices, and is read when they're back", {
  tag: "@journey",
}, async ({ page }) => {
  await using receiver = await startReceiver();
  const { visitor, id } = await enterWithPhone(page, receiver.url);
  await gotoLive(page, `/inbox/${id}`);
  const unread = () => sql("SELECT last_seq - owner_read_seq AS count FROM conversations WHERE id = $1", [id]);
  await expect.poll(unread).toEqual([{ count: 0 }]);

  await page.clock.setSystemTime(Date.now() + 180_000);
  // Otherwise the next report would be due in 15 seconds.
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await start(visitor, "Is anybody there?");
  const [alert] = await receiver.receives(1);
  expect(JSON.stringify(alert?.body)).toContain("Is anybody there?");
  await expect(page.getByRole("region", { name: "Messages" }).getByText("Is anybody there?")).toBeVisible();
  expect(await unread()).toEqual([{ count: 1 }]);
  await page.mouse.move(200, 200);
  await expect.poll(unread).toEqual([{ count: 0 }]);
});
