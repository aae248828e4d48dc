import { expect, test } from "@playwright/test";
import { createRetryLoop } from "#client/retry-loop.ts";
import { manualClock } from "../../support/manual-clock.ts";

test("runs once more for all requests made while it ran", async () => {
  const { clock, settle } = manualClock();
  const finish: ((worked: boolean) => void)[] = [];
  const repeater = createRetryLoop(() => new Promise((resolve) => finish.push(resolve)), clock);
  const first = repeater.request();
  const second = repeater.request();
  const third = repeater.request();
  finish[0]?.(true);
  expect(await first).toBe(true);
  await settle();
  expect(finish).toHaveLength(2);
  finish[1]?.(true);
  expect(await Promise.all([second, third])).toEqual([true, true]);
});

test("retries until it has worked, with growing delays, and stops on request", async () => {
  const { clock, pass } = manualClock();
  const results = [false, false, true];
  let runs = 0;
  const repeater = createRetryLoop(async () => {
    runs++;
    return results.shift() ?? false;
  }, clock);
  expect(await repeater.request()).toBe(false);
  await pass(500);
  expect(runs).toBe(2);
  await pass(1000);
  expect(runs).toBe(3);
  await pass(600_000);
  expect(runs).toBe(3);
  expect(await repeater.request()).toBe(false);
  repeater.stop();
  await pass(600_000);
  expect(runs).toBe(4);
});

test("never runs twice at once, even if it's requested just as it ends", async () => {
  let running = 0;
  let most = 0;
  const { request } = createRetryLoop(async () => {
    running++;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    return true;
  });
  const first = request();
  const second = request();
  await first;
  await Promise.all([request(), second]);
  expect(most).toBe(1);
});
