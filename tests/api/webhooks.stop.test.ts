import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { runCleanup } from "#lib/data/cleanup/cleanup-schedule.ts";
import { mailJob } from "#lib/notify/mail/send-mail-job.ts";
import { sendWebhookJob } from "#lib/outbox/webhooks/send-webhook-job.ts";
import { newWebhookSecret } from "#lib/outbox/webhooks/signature.ts";
import { sealText } from "#platform/crypto/sealed-text.ts";
import { closeMail } from "#platform/mail/transport.ts";
import { query, type ScratchDatabase } from "../support/database.ts";
import { mailServer } from "../support/mail-server.ts";
import { openOwnDatabase } from "../support/own-database.ts";
import { provideSettings } from "../support/provide-settings.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

const SMTP = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "inbox@example.com" };

const A_SITE = `
  WITH u AS (
    INSERT INTO users (id, email, email_key, password_hash, created_at, updated_at)
    VALUES (gen_random_uuid(), 'a@example.com', 'a@example.com', 'x', now(), now()) RETURNING id
  ), w AS (
    INSERT INTO workspaces (id, owner_id, created_at) SELECT gen_random_uuid(), id, now() FROM u RETURNING id
  )
  INSERT INTO sites (id, workspace_id, public_key, name, accent_color, welcome_message, created_at, updated_at)
  SELECT gen_random_uuid(), id, 'key', 'Shop', '#000000', 'Hi', now(), now() FROM w`;
const AN_ENDPOINT = `
  INSERT INTO webhook_endpoints (id, workspace_id, site_id, url, events, secret, failing_since, created_at, updated_at)
  SELECT $1, workspace_id, id, $2, '{message.created}', $3, now() - $4::interval, now(), now() FROM sites`;
const A_DELIVERY = `
  INSERT INTO webhook_deliveries (
    id, job_id, workspace_id, site_id, endpoint_id, type, data, due_at, created_at, updated_at
  )
  SELECT $1, $1, workspace_id, site_id, id, 'message.created', '{}', now(), now() - $2::interval, now()
  FROM webhook_endpoints WHERE stopped_at IS NULL`;

let database: ScratchDatabase;
let receiver: Receiver;

test.beforeEach(async () => {
  database = await openOwnDatabase();
  receiver = await startReceiver((_, response) => response.writeHead(500).end());
  use(SMTP);
  await run(A_SITE);
});
test.afterEach(async () => {
  closeMail();
  await receiver.close();
  await database.drop();
});

const use = (settings: Record<string, string>) =>
  provideSettings({ DATABASE_URL: database.url, WEBHOOK_ALLOWED_HOSTS: "127.0.0.1", ...settings });

const run = (text: string, values: unknown[] = []) => query(database.url, text, values);

async function endpoint(failingFor: string | null = null): Promise<void> {
  const id = randomUUID();
  await run(AN_ENDPOINT, [id, receiver.url, sealText(newWebhookSecret(), id), failingFor]);
}

async function aDelivery(age = "0 s"): Promise<string> {
  const id = randomUUID();
  await run(A_DELIVERY, [id, age]);
  return id;
}

/** Carries out the job of a delivery, as platform/jobs does. */
async function deliver(
  id: string,
  more: { attempt?: number; isLast?: boolean; jobId?: string; signal?: AbortSignal } = {},
): Promise<void> {
  const { attempt = 10, isLast = false, jobId = id, signal = new AbortController().signal } = more;
  await sendWebhookJob({ queue: "webhook", rowId: id, jobId, attempt, isLast, signal });
}

const state = async () => (await run("SELECT stopped_at, stop_reason, failing_since FROM webhook_endpoints"))[0];
const delivery = async (id: string) => (await run("SELECT * FROM webhook_deliveries WHERE id = $1", [id]))[0];
const mails = () =>
  run(`SELECT m.kind, m.status, j.name AS queue, m.user_id = w.owner_id AS "isOwners", m.site_id = s.id AS "isOfSite"
    FROM mails m JOIN pgboss.job j ON j.id = m.job_id JOIN workspaces w ON w.id = m.workspace_id, sites s`);

const ONE_MAIL = [{ kind: "webhook_stopped", status: "pending", queue: "mail", isOwners: true, isOfSite: true }];

test("a webhook without a success for five days is stopped, and its owner gets one email", async () => {
  await endpoint("4 days 23 hours");
  const [first, second, third] = [await aDelivery(), await aDelivery(), await aDelivery()];
  await expect(deliver(first)).rejects.toThrow("the endpoint responded with 500");
  expect(await state()).toMatchObject({ stopped_at: null });
  expect(await mails()).toEqual([]);
  await run("UPDATE webhook_endpoints SET failing_since = now() - interval '5 days 1 s'");
  await Promise.allSettled([deliver(second), deliver(third)]);
  expect(await state()).toMatchObject({ stopped_at: expect.any(Date), stop_reason: "failing" });
  expect(await mails()).toEqual(ONE_MAIL);
});

test("a webhook isn't stopped for an event with only a few tries", async () => {
  await endpoint("3 weeks");
  const id = await aDelivery();
  await expect(deliver(id, { attempt: 9 })).rejects.toThrow("the endpoint responded with 500");
  expect(await state()).toMatchObject({ stopped_at: null });
  await expect(deliver(id, { attempt: 10 })).rejects.toThrow();
  expect(await state()).toMatchObject({ stop_reason: "failing" });
});

test("the owner also gets an email when the receiver returns 410", async () => {
  receiver.behave((_, response) => response.writeHead(410).end());
  await endpoint();
  await deliver(await aDelivery());
  expect(await state()).toMatchObject({ stop_reason: "gone" });
  expect(await mails()).toEqual(ONE_MAIL);
});

test("that email names the webhook and the reason, and links to its log", async () => {
  await using inbox = await mailServer();
  use({ ...SMTP, SMTP_URL: inbox.url, BASE_URL: "https://inbox.example.com" });
  await run("UPDATE users SET email_confirmed_at = now()");
  receiver.behave((_, response) => response.writeHead(410).end());
  for (const _ of ["one", "another"]) {
    await endpoint();
    await deliver(await aDelivery());
  }
  const { signal } = new AbortController();
  for (const { id, job_id } of await run("SELECT id, job_id FROM mails ORDER BY created_at")) {
    await mailJob(async () => null)({ queue: "mail", rowId: id, jobId: job_id, attempt: 1, isLast: false, signal });
  }
  const texts = [];
  for (const { mail } of await inbox.to("a@example.com", 2)) {
    expect(mail.subject).toBe("A webhook of Shop was stopped");
    expect(mail.text).toContain(`Nothing more is sent to 127.0.0.1:${receiver.port}. The receiver responded with 410`);
    texts.push(mail.text?.replace(/\s+/g, ""));
  }
  const rows = await run("SELECT id, site_id, workspace_id FROM webhook_endpoints ORDER BY stopped_at");
  expect(texts).toEqual(
    rows.map(({ id, site_id, workspace_id }) =>
      expect.stringContaining(`https://inbox.example.com/w/${workspace_id}/settings/sites/${site_id}/webhooks/${id}`),
    ),
  );
});

test("stops without an email if there's no mail server, so that nothing waits forever", async () => {
  use({});
  await endpoint("6 days");
  await expect(deliver(await aDelivery())).rejects.toThrow();
  expect(await state()).toMatchObject({ stop_reason: "failing" });
  expect(await mails()).toEqual([]);
});

test("the count starts with the first failure, and again after a success", async () => {
  await endpoint();
  const id = await aDelivery();
  await expect(deliver(id)).rejects.toThrow();
  expect((await state())?.failing_since).toBeInstanceOf(Date);
  receiver.behave((_, response) => response.writeHead(204).end());
  await deliver(id);
  expect(await state()).toMatchObject({ failing_since: null, stopped_at: null });
});

test("an event is given up after its last try, and its reason is kept", async () => {
  await endpoint();
  const id = await aDelivery();
  await deliver(id, { isLast: true });
  expect(await delivery(id)).toMatchObject({
    status: "failed",
    reason: "Response 500: the receiver failed. Its log says more.",
  });
});

test("a job that was replaced, or whose event was sent already, does nothing", async () => {
  await endpoint();
  const id = await aDelivery();
  await deliver(id, { jobId: randomUUID() });
  await run("UPDATE webhook_deliveries SET status = 'delivered'");
  await deliver(id);
  expect(receiver.received).toEqual([]);
});

test("an attempt that the process's shutdown aborted doesn't count against the receiver", async () => {
  const stop = new AbortController();
  receiver.behave(() => stop.abort(new Error("the process ends")));
  await endpoint();
  const id = await aDelivery();
  await expect(deliver(id, { signal: stop.signal })).rejects.toThrow("the process ends");
  expect(await delivery(id)).toMatchObject({ status: "pending", attempts: 0 });
  expect(await state()).toMatchObject({ failing_since: null });
});

test("the log is kept for 30 days, and a delivery that's being retried for as long as that takes", async () => {
  await endpoint();
  const [old, young] = [await aDelivery("30 days 1 minute"), await aDelivery("29 days 23 hours")];
  const retried = await aDelivery("30 days 1 minute");
  for (const id of [old, young, retried]) await expect(deliver(id)).rejects.toThrow();
  await run("UPDATE webhook_deliveries SET status = 'failed' WHERE id <> $1", [retried]);
  await runCleanup();
  const deliveries = await run("SELECT id FROM webhook_deliveries ORDER BY created_at");
  expect(deliveries).toEqual([{ id: retried }, { id: young }]);
  const attempts = await run("SELECT delivery_id AS id FROM webhook_attempts");
  expect(attempts).toHaveLength(2);
  expect(attempts).toEqual(expect.arrayContaining(deliveries));
});
