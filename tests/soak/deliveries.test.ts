import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { query, scratchDatabase } from "../support/database.ts";
import { listeningSiteAt } from "../support/listening-site.ts";
import { mailServer } from "../support/mail-server.ts";
import { startJobs } from "../support/start-jobs.ts";
import { startProcess } from "../support/start-process.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

/*
 * Messages come in for SOAK_MINUTES while two processes run jobs and one of them is killed every few seconds, and a third of
 * all webhooks is rejected. In the end each message was delivered, under one id.
 */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 2);
const KILL_EVERY_MS = 4_000;
const WRITE_EVERY_MS = 100;
const REFUSED = 1 / 3;

test("no outgoing email or webhook is lost when the processes that send them are killed", async () => {
  test.setTimeout((MINUTES + 6) * 60_000);
  await using database = await scratchDatabase();
  await using mail = await mailServer();
  await using receiver = await startReceiver((_, response) => {
    response.writeHead(Math.random() < REFUSED ? 500 : 204).end();
  });
  const settings = { DATABASE_URL: database.url, SMTP_URL: mail.url, MAIL_FROM: "inbox@example.com", MAIL_DELAY: "1" };
  await using service = await startProcess("serving", { ...settings, JOBS: "off" });
  const working = { ...settings, BASE_URL: service.baseUrl, RATE_LIMITS: "off" };
  const { write } = await listeningSiteAt(service.baseUrl, receiver.url);
  await query(database.url, "UPDATE users SET email_confirmed_at = now()");
  const workers = [await startJobs(working), await startJobs(working)];
  let kills = 0;
  const written: string[] = [];
  const until = Date.now() + MINUTES * 60_000;
  const killing = (async () => {
    while (Date.now() < until) {
      await pause(KILL_EVERY_MS);
      const [victim] = workers.splice(Math.floor(Math.random() * workers.length), 1);
      await victim?.stop("SIGKILL");
      kills += 1;
      workers.push(await startJobs(working));
    }
  })();
  while (Date.now() < until) {
    written.push((await write(`Message ${written.length}`)).message.id);
    await pause(WRITE_EVERY_MS);
  }
  await killing;

  // What waits for its next try has it now, as an operator could have it.
  const left = async () => {
    await query(database.url, "UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
    const rows = await query<{ count: number }>(
      database.url,
      `SELECT (SELECT count(*) FROM webhook_deliveries WHERE status = 'pending')::int
         + (SELECT count(*) FROM mails WHERE status = 'pending')::int AS count`,
    );
    return rows[0]?.count;
  };
  await expect.poll(left, { timeout: 5 * 60_000, intervals: [2_000] }).toBe(0);

  const deliveryIds = new Map<string, Set<unknown>>();
  for (const { body, headers } of receiver.received) {
    const { id } = JSON.parse(body).data.message;
    deliveryIds.set(id, (deliveryIds.get(id) ?? new Set()).add(headers["webhook-id"]));
  }
  expect(written.filter((id) => deliveryIds.get(id)?.size !== 1)).toEqual([]);
  const messageIds = new Set(mail.received.map((one) => one.mail.messageId));
  const [ends] = await query<{ sent: number; failed: number }>(
    database.url,
    "SELECT count(*) FILTER (WHERE status = 'sent')::int AS sent, count(*) FILTER (WHERE status = 'failed')::int AS failed FROM mails",
  );
  expect(ends?.failed).toBe(0);
  expect(messageIds.size).toBe(ends?.sent);
  await Promise.all(workers.map((worker) => worker.stop()));
  process.stdout.write(
    `${written.length} messages, ${kills} kills; webhooks: ${deliveryIds.size} messages, ${receiver.received.length} requests; mails: ${ends?.sent} sent, ${mail.received.length} received\n`,
  );
});
