import { expect, test } from "@playwright/test";
import type { EndpointJson } from "#lib/outbox/webhooks/schema.ts";
import { refuse } from "../support/api-client.ts";
import { newCertificate } from "../support/certificate.ts";
import { testEnvironment } from "../support/environment.ts";
import { newOwnerWithSite, type Owner, openWidget, reply, sendMessage, start } from "../support/factories.ts";
import { startProcess } from "../support/start-process.ts";
import { sql } from "../support/stored-rows.ts";
import { startReceiver, startSocketServer } from "../support/webhook-receiver.ts";
import {
  attempted,
  deliveries,
  delivery,
  getHook,
  hookPath,
  hurry,
  newHook,
  newListeningSite,
  open,
  patchHook,
  replay,
  sendTest,
} from "../support/webhooks.ts";

/** Waits until a failed attempt at a delivery has its next one planned; returns the seconds between the two. */
async function secondsToNext(owner: Owner, hook: EndpointJson, id: string, attempts: number): Promise<number> {
  await attempted(owner, hook, id, attempts);
  await expect.poll(async () => (await delivery(owner, hook, id)).nextAttemptAt).toBeDefined();
  const { nextAttemptAt = "", log } = await delivery(owner, hook, id);
  return (Date.parse(nextAttemptAt) - Date.parse(log[0]?.startedAt ?? "")) / 1_000;
}

const SCHEDULE_MAX = 3 * 3_600;

const inAnHour = () => new Date(Date.now() + 3_600_000).toUTCString();

const WAITS: [title: string, status: number, retryAfter: () => string, least: number, most: number][] = [
  ["a 503 in seconds", 503, () => "600", 600, 700],
  ["a 429 as a date", 429, inAnHour, 3_590, 3_700],
  ["a 429 for longer than the schedule ever waits", 429, () => "999999", SCHEDULE_MAX, SCHEDULE_MAX + 100],
  ["a 503 that's shorter than the schedule", 503, () => "1", 5, 100],
  ["a 500, which is ignored", 500, () => "600", 5, 100],
];

/** A site with a webhook for messages, whose receiver fails, and the first delivery, once it was tried. */
async function newFailingSite(status: number, headers: Record<string, string> = {}) {
  const listening = await newListeningSite({ events: ["message.created"] });
  const { owner, site, receiver, hook } = listening;
  receiver.behave((_, response) => response.writeHead(status, headers).end());
  await start(await openWidget(site), "Hello");
  await receiver.receives(1);
  const [made] = await deliveries(owner, hook);
  const id = made?.id ?? "";
  await attempted(owner, hook, id, 1);
  return { ...listening, id };
}

const deliveredOf = (hookId: string) =>
  sql("SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 AND status = 'delivered'", [hookId]);

for (const [title, status, retryAfter, least, most] of WAITS) {
  test(`the next attempt waits for the Retry-After of ${title}`, async () => {
    await using failing = await newFailingSite(status, { "retry-after": retryAfter() });
    const { owner, hook, id } = failing;
    const seconds = await secondsToNext(owner, hook, id, 1);
    expect(seconds).toBeGreaterThanOrEqual(least);
    expect(seconds).toBeLessThan(most);
  });
}

test("after an attempt that waited for Retry-After, retries follow the schedule again", async () => {
  await using failing = await newFailingSite(503, { "retry-after": "600" });
  const { owner, receiver, hook, id } = failing;
  await secondsToNext(owner, hook, id, 1);
  receiver.behave((_, response) => response.writeHead(503).end());
  await hurry(id);
  await receiver.receives(2);
  const seconds = await secondsToNext(owner, hook, id, 2);
  expect(seconds).toBeGreaterThanOrEqual(10);
  expect(seconds).toBeLessThan(100);
});

test("a failed delivery is retried with the same id and body under a new signature, and both attempts are logged", async () => {
  await using listening = await newListeningSite({ events: ["message.created"] });
  const { owner, site, receiver, hook, secret } = listening;
  receiver.behave((_, response) => response.writeHead(500).end("down <b>for</b> a while\0"));
  await start(await openWidget(site), "Hello");
  await receiver.receives(1);
  const [made] = await deliveries(owner, hook);
  const failed = await attempted(owner, hook, made?.id ?? "", 1);
  expect(failed).toMatchObject({ status: "pending", statusCode: 500, failure: { code: "answered" } });
  // The attempt is logged before its job is put back.
  const nextAttemptAt = async () => (await attempted(owner, hook, failed.id, 1)).nextAttemptAt;
  await expect.poll(nextAttemptAt).toBeDefined();
  const wait = Date.parse((await nextAttemptAt()) ?? "") - Date.parse(failed.log[0]?.startedAt ?? "");
  expect(wait, "with some chance in it, so that not all come back at once").toBeGreaterThan(2_000);
  expect(await getHook(owner, hook)).toMatchObject({ lastAttempt: { statusCode: 500 } });
  expect(await getHook(owner, hook)).toHaveProperty("failingSince");

  receiver.behave((_, response) => response.writeHead(200).end("thanks"));
  await hurry(failed.id);
  const [first, second] = await receiver.receives(2);
  const sent = await attempted(owner, hook, failed.id, 2);
  expect(second?.body).toBe(first?.body);
  expect(first?.body).toBe(sent.payload);
  for (const one of [first, second]) {
    expect(one?.headers["webhook-id"]).toBe(sent.id);
    open(one, secret);
  }
  expect(sent).toMatchObject({ status: "delivered", attempts: 2, statusCode: 200 });
  expect(sent.log.map(({ number, statusCode, answer }) => [number, statusCode, answer])).toEqual([
    [2, 200, "thanks"],
    [1, 500, "down <b>for</b> a while\uFFFD"],
  ]);
  expect(sent.log[0]?.requestHeaders).toMatchObject({
    "webhook-id": sent.id,
    "webhook-signature": second?.headers["webhook-signature"],
  });
  expect(await getHook(owner, hook)).not.toHaveProperty("failingSince");
});

test("each attempt ends within 15 s and 64 KiB whatever the receiver does, and no request waits for it (D15)", {
  tag: "@all",
}, async () => {
  await using inside = await startReceiver();
  await using hanging = await startReceiver(() => undefined);
  await using dripping = await startSocketServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    const drip = setInterval(() => socket.write("x: y\r\n"), 500);
    socket.once("close", () => clearInterval(drip));
  });
  let written = 0;
  await using endless = await startReceiver((_, response) => {
    response.writeHead(500, { "content-length": 10 * 2 ** 30 });
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, "x"))) written += 65_536;
      response.once("drain", write);
    };
    write();
  });
  const location = `http://169.254.169.254:${inside.port}/latest/meta-data`;
  await using redirecting = await startReceiver((_, response) => response.writeHead(301, { location }).end());
  await using untrusted = await startReceiver(undefined, { tls: newCertificate({ host: "127.0.0.1" }) });
  const { owner, site } = await newOwnerWithSite();
  const urls = {
    timeout: hanging.url,
    drip: dripping.url,
    endless: endless.url,
    redirect: redirecting.url,
    tls: untrusted.url,
    name: "https://webhooks.invalid/",
  };
  const events = ["message.created"];
  const hooks = Object.entries(urls).map(
    async ([what, url]) => [what, (await newHook(owner, site, url, { events })).hook] as const,
  );
  const made = await Promise.all(hooks);
  const { conversationId } = await start(await openWidget(site), "Hello");
  await reply(owner, conversationId, "A reply while they hang");

  const outcome = async ([what, hook]: (typeof made)[number]) => {
    const first = (await deliveries(owner, hook)).at(-1)?.id ?? "";
    await expect
      .poll(async () => (await delivery(owner, hook, first)).attempts, { timeout: 40_000 })
      .toBeGreaterThan(0);
    const { status, log } = await delivery(owner, hook, first);
    const attempt = log.at(-1);
    expect(status, what).toBe("pending");
    return [what, attempt] as const;
  };
  const seen = Object.fromEntries(await Promise.all(made.map(outcome)));
  for (const what of ["timeout", "drip"]) {
    expect(seen[what]).toMatchObject({ failure: { code: "timeout" } });
    // Once that long and once more would be 30 s; a busy machine notices a little late.
    expect(seen[what]?.durationMs).toBeGreaterThan(14_900);
    expect(seen[what]?.durationMs).toBeLessThan(25_000);
  }
  expect(seen.endless).toMatchObject({ statusCode: 500, answer: "x".repeat(4_096) });
  expect(written).toBeLessThan(32 * 2 ** 20);
  expect(seen.redirect).toMatchObject({ statusCode: 301, failure: { code: "answered" } });
  expect(seen.tls).toMatchObject({ failure: { code: "tls_untrusted" } });
  expect(seen.name?.failure?.code).toMatch(/^name_/);
  expect(inside.received).toEqual([]);
});

test("a 410 stops the webhook until it's started again, and events meanwhile are dropped", async () => {
  await using listening = await newListeningSite({ events: ["message.created"] });
  const { owner, site, receiver, hook } = listening;
  receiver.behave((_, response) => response.writeHead(410).end());
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "One");
  await expect.poll(() => getHook(owner, hook)).toMatchObject({ stopReason: "gone" });
  const [gone] = await deliveries(owner, hook);
  expect(gone).toMatchObject({ status: "failed", statusCode: 410 });
  await sendMessage(visitor, conversationId, "Two");
  expect(await deliveries(owner, hook)).toHaveLength(1);
  await refuse("conflict", "POST", `${hookPath(hook)}/deliveries/${gone?.id}/replay`, { token: owner.token });

  receiver.behave((_, response) => response.writeHead(204).end());
  const test = await sendTest(owner, hook);
  expect(await attempted(owner, hook, test.id, 1), "to find out before it is started").toMatchObject({
    status: "delivered",
  });
  expect(await patchHook(owner, hook, { stopped: false })).not.toHaveProperty("stoppedAt");
  await replay(owner, hook, gone?.id ?? "");
  const again = (await receiver.receives(3)).at(-1);
  expect(again?.headers["webhook-id"]).toBe(gone?.id);
  await sendMessage(visitor, conversationId, "Three");
  await receiver.receives(4);
});

test("a webhook stopped by hand doesn't send pending deliveries", async () => {
  await using failing = await newFailingSite(503);
  const { owner, receiver, hook, id } = failing;
  expect(await patchHook(owner, hook, { stopped: true })).toMatchObject({ stopReason: "owner" });
  await hurry(id);
  await expect.poll(async () => (await delivery(owner, hook, id)).status).toBe("skipped");
  expect(receiver.received).toHaveLength(1);
});

test("a delivery can be resent under the same id, even while it waits for its next try", async () => {
  await using failing = await newFailingSite(503);
  const { owner, receiver, hook, id } = failing;
  receiver.behave((_, response) => response.writeHead(204).end());
  await replay(owner, hook, id);
  expect(await attempted(owner, hook, id, 2)).toMatchObject({ status: "delivered" });
  await replay(owner, hook, id);
  expect(await attempted(owner, hook, id, 3)).toMatchObject({ status: "delivered" });
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([id, id, id]);
});

test("a test event is tried once, and its failure doesn't count against the webhook", async () => {
  await using listening = await newListeningSite();
  const { owner, receiver, hook } = listening;
  receiver.behave((_, response) => response.writeHead(500).end());
  const { id } = await sendTest(owner, hook);
  expect(await attempted(owner, hook, id, 1)).toMatchObject({ type: "webhook.test", status: "failed" });
  expect(await getHook(owner, hook)).not.toHaveProperty("failingSince");
});

test("each event is delivered once, though two processes run jobs (D18)", { tag: "@all" }, async () => {
  await using other = await startProcess("other", { JOBS: "on", BASE_URL: testEnvironment.baseUrl });
  await using listening = await newListeningSite({ events: ["message.created"] });
  const { owner, site, receiver, hook } = listening;
  const visitor = await openWidget(site);
  const { conversationId } = await start(visitor, "0");
  for (let count = 1; count < 40; count += 1) await sendMessage(visitor, conversationId, String(count));
  await receiver.receives(40);
  await expect.poll(async () => (await deliveredOf(hook.id)).length, { timeout: 20_000 }).toBe(40);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(40);
  expect(receiver.received).toHaveLength(40);
  expect(other.pid).toBeGreaterThan(0);
  expect((await deliveries(owner, hook)).every(({ attempts }) => attempts === 1)).toBe(true);
});
