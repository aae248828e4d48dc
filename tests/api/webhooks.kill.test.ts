import { expect, test } from "@playwright/test";
import { ChannelResponse } from "#lib/outbox/channels/schema.ts";
import { ask } from "../support/api-client.ts";
import { query, scratchDatabase } from "../support/database.ts";
import { listeningSiteAt } from "../support/listening-site.ts";
import { startJobs } from "../support/start-jobs.ts";
import { startProcess } from "../support/start-process.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { open } from "../support/webhooks.ts";

test("a webhook or a notification that was interrupted by a kill, before or while it was sent, is sent after a restart under the same id (D17)", async () => {
  test.slow();
  await using database = await scratchDatabase();
  await using receiver = await startReceiver();
  const settings = { DATABASE_URL: database.url };
  const run = (text: string) => query(database.url, text);

  // Stored and not sent: this process carries out no jobs.
  await using first = await startProcess("first", { ...settings, JOBS: "off" });
  const { secret, write, token } = await listeningSiteAt(first.baseUrl, receiver.url);
  await using phone = await startReceiver(() => undefined);
  // The port may have been another test's, whose webhooks are still sent to it.
  const notices = () => phone.received.filter(({ path }) => path === "/ntfy/");
  const channel = { kind: "ntfy", name: "Phone", url: `${phone.url}/ntfy/topic` };
  await ask(ChannelResponse, 201, "POST", "/account/channels", { baseUrl: first.baseUrl, token, body: channel });
  const { message } = await write("Hello");
  await first.stop("SIGKILL");
  expect(receiver.received).toEqual([]);

  // Sent and not recorded: the receiver has it, and hasn't responded.
  receiver.behave(() => undefined);
  await using second = await startProcess("second", settings);
  const [sent] = await receiver.receives(1);
  await expect.poll(notices).toHaveLength(1);
  await second.stop("SIGKILL");
  expect(open(sent, secret)).toMatchObject({ data: { message: { id: message.id } } });

  for (const one of [receiver, phone]) one.behave((_, response) => response.writeHead(204).end());
  // The job has no heartbeat, which is noticed some seconds later.
  await run("UPDATE pgboss.job SET heartbeat_on = now() - interval '1 hour' WHERE state = 'active'");
  await using third = await startProcess("third", settings);
  const again = (await receiver.receives(2))[1];
  expect(third.pid).toBeGreaterThan(0);
  expect(again?.headers["webhook-id"]).toBe(sent?.headers["webhook-id"]);
  expect(again?.body).toBe(sent?.body);
  const deliveries = () => run("SELECT id, status, attempts FROM webhook_deliveries");
  await expect.poll(deliveries).toEqual([{ id: sent?.headers["webhook-id"], status: "delivered", attempts: 1 }]);
  await expect.poll(notices).toHaveLength(2);
  const ids = notices().map(({ body }) => JSON.parse(body).sequence_id as string);
  expect(ids[1], "it replaces the first one").toBe(ids[0]);
  const notifications = () => run("SELECT status, attempts FROM notifications WHERE channel = 'ntfy'");
  await expect.poll(notifications).toEqual([{ status: "accepted", attempts: 2 }]);
});

test("a process that only runs jobs sends what one that only serves has stored, and shuts down in order", async () => {
  await using database = await scratchDatabase();
  await using receiver = await startReceiver();
  await using service = await startProcess("serving", { DATABASE_URL: database.url, JOBS: "off" });
  const { secret, write } = await listeningSiteAt(service.baseUrl, receiver.url);
  const { message } = await write("Hello");
  const jobs = await startJobs({ DATABASE_URL: database.url, BASE_URL: service.baseUrl });
  const [sent] = await receiver.receives(1);
  expect(open(sent, secret)).toMatchObject({ data: { message: { id: message.id } } });
  expect(await jobs.stop()).toBe(0);
});
