import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { createClient } from "@redis/client";
import { newOwnerWithSite, openWidget, type Visitor } from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { inARow, type LimitedProcess, limitedProcess, newAddress, times } from "../support/limited-process.ts";
import { newRedis, requireRedis } from "../support/redis-server.ts";
import { sql } from "../support/stored-rows.ts";

const AWAY = "cannot share limits with other processes for now; each process counts on its own";
const BACK = "sharing limits with other processes again";

const newVisitor = async () => openWidget((await newOwnerWithSite()).site);
const ask = (service: LimitedProcess, { token }: Visitor) => service.ask("GET", "/public/conversations", { token });

/** How many requests a process accepts from a visitor until it learns of the other process's count. */
async function letThrough(service: LimitedProcess, visitor: Visitor): Promise<number> {
  let count = 0;
  const askOnce = async () => {
    const { status } = await ask(service, visitor);
    if (status === 200) count += 1;
    return status;
  };
  await expect.poll(askOnce, { timeout: 20_000 }).toBe(429);
  return count;
}

async function wordsOn(log: string): Promise<string[]> {
  const lines = (await readFile(log, "utf8")).split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line).msg).filter((words: string) => words === AWAY || words === BACK);
}

for (const store of ["PostgreSQL", "Redis"]) {
  test(`two processes count together through ${store} (E1)`, async () => {
    test.setTimeout(60_000);
    if (store === "Redis") requireRedis();
    await using redis = await newRedis();
    if (store === "Redis") await redis.start();
    const settings = { LIMIT_VISITOR: "8", ...(store === "Redis" && { REDIS_URL: redis.url }) };
    await using first = await limitedProcess(settings, "first");
    await using second = await limitedProcess(settings, "second");
    const visitor = await newVisitor();
    expect(inARow(await times(9, () => ask(first, visitor)))).toBe("200 x8, 429 x1");
    // Another process learns of these requests within a second.
    expect(await letThrough(second, visitor)).toBeLessThan(8);
  });
}

test("stores and sends no address, token or email in readable form", async () => {
  test.setTimeout(60_000);
  requireRedis();
  await using redis = await newRedis();
  await redis.start();
  await using service = await limitedProcess({ LIMIT_LOGIN: "20", REDIS_URL: redis.url });
  await using other = await limitedProcess({ LIMIT_LOGIN: "20" }, "other");
  const from = newAddress();
  const email = `${crypto.randomUUID()}@example.com`;
  const spy = createClient({ url: redis.url });
  await spy.connect();
  for (const process of [service, other]) {
    await times(9, () => process.ask("POST", "/auth/login", { body: { email, password: "wrong" }, from }));
  }
  await expect.poll(async () => (await spy.keys("*:limits:*")).length, { timeout: 20_000 }).toBeGreaterThan(1);
  const rows = () => sql("SELECT key FROM limit_counts WHERE key LIKE 'log-in%'");
  await expect.poll(async () => (await rows()).length, { timeout: 20_000 }).toBeGreaterThan(1);
  const kept = JSON.stringify([await spy.keys("*"), await sql("SELECT * FROM limit_counts")]);
  expect(kept).not.toContain(email);
  expect(kept).not.toContain(from);
  const expiries = await Promise.all((await spy.keys("*")).map((key) => spy.pTTL(key)));
  for (const ms of expiries) expect(ms).toBeGreaterThan(0);
  spy.destroy();
});

test("uses its own counts while Redis is away or hangs, logs that once, and shares again (E5)", async () => {
  test.setTimeout(90_000);
  requireRedis();
  await using redis = await newRedis();
  await using service = await limitedProcess({ LIMIT_VISITOR: "6", REDIS_URL: redis.url, LOG_LEVEL: "info" });
  const [one, two, three] = await Promise.all([newVisitor(), newVisitor(), newVisitor()]);
  expect(inARow(await times(8, () => ask(service, one)))).toBe("200 x6, 429 x2");
  await expect.poll(() => wordsOn(service.log), { timeout: 20_000 }).toEqual([AWAY]);
  await redis.start();
  const askOften = async () => {
    await ask(service, two);
    return wordsOn(service.log);
  };
  await expect.poll(askOften, { timeout: 20_000 }).toEqual([AWAY, BACK]);
  redis.hang();
  expect(inARow(await times(8, () => ask(service, three)))).toBe("200 x6, 429 x2");
  await expect.poll(askOften, { timeout: 20_000 }).toEqual([AWAY, BACK, AWAY]);
  await redis.kill();
  await redis.start();
  await expect.poll(askOften, { timeout: 20_000 }).toEqual([AWAY, BACK, AWAY, BACK]);
});

test("uses its own counts while PostgreSQL's are locked, and no request waits for them (E5)", async () => {
  test.setTimeout(60_000);
  await using service = await limitedProcess({ LIMIT_VISITOR: "8", LOG_LEVEL: "info" });
  const visitor = await newVisitor();
  await using held = await holdTransaction();
  await held.run("LOCK TABLE limit_counts IN ACCESS EXCLUSIVE MODE");
  expect(inARow(await times(4, () => ask(service, visitor)))).toBe("200 x4");
  await held.untilWaitedFor();
  expect(inARow(await times(6, () => ask(service, visitor)))).toBe("200 x4, 429 x2");
  await expect.poll(() => wordsOn(service.log), { timeout: 20_000 }).toEqual([AWAY]);
  await held.end("ROLLBACK");
  const askOften = async () => {
    await ask(service, visitor);
    return wordsOn(service.log);
  };
  await expect.poll(askOften, { timeout: 20_000 }).toEqual([AWAY, BACK]);
});

test("a deprecated limit still applies, and the startup log names the setting to use", async () => {
  await using service = await limitedProcess({ LIMIT_SITE_ADDRESS: "2", LIMIT_ADDRESS: "1000" });
  const { site } = await newOwnerWithSite();
  const from = newAddress();
  const open = () => service.ask("POST", "/public/widget-session", { body: { siteKey: site.publicKey }, from });
  expect(inARow(await times(4, open))).toBe("201 x2, 429 x2");
  const log = await readFile(service.log, "utf8");
  expect(log.match(/LIMIT_\w+ is deprecated.*?LIMIT_ADDRESS/g)).toEqual([
    "LIMIT_SITE_ADDRESS is deprecated. It still applies; without it, the limit is a twentieth of LIMIT_ADDRESS",
  ]);
});

test("counts nothing with RATE_LIMITS=off, and logs that at the start", async () => {
  await using service = await limitedProcess({ RATE_LIMITS: "off", LIMIT_VISITOR: "1", LIMIT_STREAMS: "1" });
  const visitor = await newVisitor();
  expect(inARow(await times(10, () => ask(service, visitor)))).toBe("200 x10");
  expect(await readFile(service.log, "utf8")).toContain("RATE_LIMITS=off: anyone can");
});
