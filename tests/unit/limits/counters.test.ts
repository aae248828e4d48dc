import { expect, test } from "@playwright/test";
import { Counters } from "#platform/limits/counters.ts";
import { manualClock } from "../../support/manual-clock.ts";

const MINUTE_MS = 60_000;

function limited(limit: number, keysMax = 100) {
  // Begins with a window: 1,800,000,000 seconds are whole minutes.
  const { clock, pass } = manualClock();
  const counters = new Counters({ limit, windowMs: MINUTE_MS, keysMax, now: clock.now });
  const wait = (key = "one") => counters.waitMs(counters.use(key));
  const send = (key = "one") => {
    const count = counters.use(key);
    if (counters.waitMs(count) > 0) return false;
    count.own += 1;
    return true;
  };
  const sendAll = (times: number, key = "one") => Array.from({ length: times }, () => send(key)).filter(Boolean).length;
  return { counters, pass, wait, send, sendAll };
}

test("accepts as many as the limit, and not one more (E1)", () => {
  const { sendAll } = limited(30);
  expect(sendAll(100)).toBe(30);
});

test("counts each key separately", () => {
  const { sendAll } = limited(30);
  expect(sendAll(100, "one")).toBe(30);
  expect(sendAll(100, "other")).toBe(30);
});

test("doesn't start over with a new window: recent hits still count", async () => {
  const { sendAll, pass } = limited(30);
  await pass(MINUTE_MS - 1);
  expect(sendAll(30)).toBe(30);
  await pass(1);
  expect(sendAll(30)).toBe(0);
  await pass(MINUTE_MS / 2);
  expect(sendAll(30)).toBe(15);
});

test("accepts the full limit again two windows later", async () => {
  const { sendAll, pass } = limited(30);
  sendAll(30);
  await pass(2 * MINUTE_MS);
  expect(sendAll(100)).toBe(30);
});

for (const limit of [1, 2, 30, 3_000]) {
  for (const startMs of [0, 1, 20_000, 59_999]) {
    test(`reports exactly when the next of ${limit} is accepted, ${startMs} ms into a window`, async () => {
      const { sendAll, send, wait, pass } = limited(limit);
      await pass(startMs);
      sendAll(limit);
      const ms = Math.ceil(wait());
      expect(ms).toBeGreaterThan(0);
      // The difference is less than a millisecond, and rounding.
      await pass(ms - 2);
      expect(send()).toBe(false);
      await pass(3);
      expect(send()).toBe(true);
      expect(send()).toBe(false);
    });
  }
}

test("doesn't count what it rejects", async () => {
  const { sendAll, send, wait, pass } = limited(10);
  sendAll(10);
  const ms = wait();
  sendAll(1_000);
  expect(wait()).toBe(ms);
  await pass(ms + 1);
  expect(send()).toBe(true);
});

test("rejects no one because the clock was set, back or far ahead", async () => {
  for (const change of [-10 * MINUTE_MS, 10 * MINUTE_MS]) {
    const { sendAll, pass } = limited(10);
    sendAll(10);
    await pass(change);
    expect(sendAll(100)).toBe(10);
  }
});

test("keeps only its maximum of keys, the most recently used", () => {
  const { counters, sendAll, send } = limited(1, 50);
  expect(send("busy")).toBe(true);
  let busyAgain = 0;
  for (let at = 0; at < 10_000; at += 1) {
    send(`key ${at}`);
    if (send("busy")) busyAgain += 1;
  }
  expect(busyAgain).toBe(0);
  expect(counters.size).toBe(50);
  expect([sendAll(1, "key 9999"), sendAll(1, "key 9951")]).toEqual([0, 0]);
  expect(sendAll(1, "key 9950")).toBe(1);
});
