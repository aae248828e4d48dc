import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { askNothing } from "../support/api-client.ts";
import { listChannels, listDevices, registerDevice } from "../support/devices.ts";
import { newOwnerWithSite, type Owner, openWidget, patchConversation, start } from "../support/factories.ts";
import { newSubscription, verifyVapid } from "../support/push-subscription.ts";
import { sql } from "../support/stored-rows.ts";
import { type Received, startReceiver } from "../support/webhook-receiver.ts";

const report = (receipt: string, event = "shown") =>
  askNothing("POST", "/notifications/receipts", { body: { receipt, event } });

const notificationsOf = ({ user }: Owner) =>
  sql(
    `SELECT n.id, n.status, n.reason, n.attempts, n.channel_id AS "channelId", n.shown_at IS NOT NULL AS "isShown",
       n.clicked_at IS NOT NULL AS "isClicked", j.start_after - now() > interval '100 seconds' AS "waitsLong"
     FROM notifications n LEFT JOIN pgboss.job j ON j.name = 'notification' AND j.id = n.job_id
     WHERE n.user_id = $1 AND n.channel = 'push' ORDER BY n.created_at`,
    [user.id],
  );

const hurry = ({ user }: Owner) =>
  sql(
    `UPDATE pgboss.job SET start_after = now() WHERE name = 'notification' AND state = 'retry'
       AND id IN (SELECT job_id FROM notifications WHERE user_id = $1)`,
    [user.id],
  );

/** A browser that subscribed at a push service of the test's own. */
async function pushService(
  respond: Parameters<typeof startReceiver>[0] = (_, response) => response.writeHead(201).end(),
) {
  const receiver = await startReceiver(respond);
  const subscription = newSubscription(`${receiver.url}/send/${randomUUID()}`);
  const read = (received: Received | undefined) =>
    JSON.parse(subscription.decrypt(received?.bytes ?? Buffer.alloc(0))) as {
      notification: { title: string; body: string; tag: string; navigate: string; data: { receipt: string } };
      app_badge: number;
    };
  return { ...receiver, subscription, read };
}

test("a visitor's message reaches the owner's device encrypted and signed, and the device's reports show on it", async () => {
  await using service = await pushService();
  const { owner, site } = await newOwnerWithSite({ name: "Kiln Street" });
  // It's unread, and isn't in the number on the app's icon: the dashboard doesn't count it either.
  const closed = await start(await openWidget(site), "Never mind");
  await patchConversation(owner, closed.conversationId, { status: "closed" });
  const { push } = await listChannels(owner);
  expect(push).toEqual({ available: true, reason: "this_host", publicKey: expect.stringMatching(/^B[\w-]{86}$/) });
  const device = await registerDevice(owner, service.subscription);
  expect(device).toMatchObject({
    kind: "push",
    name: "Chrome on Linux",
    shows: "text",
    backup: false,
    thisDevice: true,
  });
  expect(JSON.stringify(device)).not.toContain("/send/");

  const { conversationId } = await start(await openWidget(site), "Is the blue one in stock?", { name: "Grace" });
  const [received] = await service.receives(1);
  const { notification, app_badge } = service.read(received);
  expect(notification).toMatchObject({
    title: "Grace on Kiln Street",
    body: "Is the blue one in stock?",
    tag: `conversation-${conversationId}`,
    navigate: expect.stringMatching(new RegExp(`^http://localhost:\\d+/w/[0-9a-f-]{36}/inbox/${conversationId}$`)),
  });
  expect(app_badge).toBe(1);
  expect(received?.bytes.toString("latin1")).not.toContain("stock");
  const { publicKey, claims } = await verifyVapid(received?.headers.authorization);
  expect([publicKey, claims.aud]).toEqual([push.publicKey, service.url]);

  await expect
    .poll(async () => (await notificationsOf(owner))[0])
    .toMatchObject({ status: "accepted", isShown: false });
  const { receipt } = notification.data;
  // Other people may know the id, and nothing but the receipt counts.
  const [row] = await notificationsOf(owner);
  for (const wrong of [String(row?.id), `${receipt.slice(0, -4)}AAAA`]) await report(wrong);
  expect(await notificationsOf(owner)).toMatchObject([{ status: "accepted" }]);
  await report(receipt);
  await report(receipt, "clicked");
  expect(await notificationsOf(owner)).toMatchObject([{ status: "shown", isShown: true, isClicked: true }]);
  expect(await listDevices(owner)).toEqual([
    { ...device, lastDeliveredAt: expect.any(String), lastShownAt: expect.any(String) },
  ]);
});

test("a push service that's gone stops the device, one that's busy is asked again, and no redirect is followed", async () => {
  test.slow();
  type Case = { status: number; headers?: Record<string, string>; row: object; stopReason?: string };
  const cases: Case[] = [
    { status: 404, row: { status: "failed", reason: "gone" }, stopReason: "gone" },
    { status: 410, row: { status: "failed", reason: "gone" }, stopReason: "gone" },
    { status: 403, row: { status: "failed", reason: "refused" } },
    {
      status: 429,
      headers: { "Retry-After": "120" },
      row: { status: "pending", reason: "rate_limited", waitsLong: true },
    },
    { status: 500, row: { status: "pending", reason: "server_error" } },
    { status: 302, headers: { Location: "/elsewhere" }, row: { status: "failed", reason: "redirected" } },
  ];
  await Promise.all(
    cases.map(async ({ status, headers = {}, row, stopReason }) => {
      await using service = await pushService((_, response) => response.writeHead(status, headers).end());
      const { owner, site } = await newOwnerWithSite();
      await registerDevice(owner, service.subscription);
      await start(await openWidget(site), "Hello");
      await expect.poll(() => notificationsOf(owner), `${status}`).toMatchObject([row]);
      const [device] = await listDevices(owner);
      expect(device?.stopReason, `${status}`).toBe(stopReason);
      // What's pending may have been sent again.
      expect(service.received.every(({ path }) => path.startsWith("/send/"))).toBe(true);
    }),
  );
});

test("a notification that's sent again replaces the first one, on its way and on the device", async () => {
  await using service = await pushService((_, response) => response.writeHead(503).end());
  const { owner, site } = await newOwnerWithSite();
  await registerDevice(owner, service.subscription);
  await start(await openWidget(site), "Hello");
  // The attempt is counted before it's made, and its reason is stored after it.
  const tried = { status: "pending", attempts: 1, reason: "server_error" };
  await expect.poll(() => notificationsOf(owner)).toMatchObject([tried]);
  service.behave((_, response) => response.writeHead(201).end());
  await expect(async () => {
    await hurry(owner);
    expect(service.received.length).toBeGreaterThan(1);
  }).toPass();
  const [first, second] = service.received;
  expect(second?.headers.topic).toBe(first?.headers.topic);
  // A process of another test may send it, under its own address.
  const shown = ({ navigate, ...rest } = service.read(first).notification) => ({
    ...rest,
    path: new URL(navigate).pathname,
  });
  expect(shown(service.read(second).notification)).toEqual(shown());
});

test("three notifications that a device doesn't report make it doubtful, and the owner's backup is used until it reports one", async () => {
  await using service = await pushService();
  await using backup = await pushService();
  const { owner, site } = await newOwnerWithSite();
  const device = await registerDevice(owner, service.subscription);
  const second = await registerDevice(owner, backup.subscription, { name: "Old phone" });
  await sql("UPDATE channels SET is_backup = true WHERE id = $1", [second.id]);
  const visitor = await openWidget(site);
  await start(visitor, "One");
  const [received] = await service.receives(1);
  await expect.poll(() => notificationsOf(owner)).toMatchObject([{ status: "accepted", channelId: device.id }]);

  await sql("UPDATE channels SET unshown_count = 3, unshown_since = now() - interval '1 hour' WHERE id = $1", [
    device.id,
  ]);
  expect(await listDevices(owner)).toMatchObject([{ doubtful: true }, {}]);
  await start(await openWidget(site), "Two");
  await Promise.all([service.receives(2), backup.receives(1)]);

  await report(service.read(received).notification.data.receipt);
  expect((await listDevices(owner)).map(({ doubtful }) => doubtful)).toEqual([undefined, undefined]);
  await start(await openWidget(site), "Three");
  await service.receives(3);
  const forBackup = (await notificationsOf(owner)).filter(({ channelId }) => channelId === second.id);
  expect(forBackup).toHaveLength(1);
});
