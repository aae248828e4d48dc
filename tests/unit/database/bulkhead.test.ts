import { expect, test } from "@playwright/test";
import { Bulkhead } from "#platform/database/bulkhead.ts";

const WAIT_MS = 1_100;

/** Starts that many statements of one kind, which end only when the test says so; returns how many run. */
function startMany(shares: Bulkhead, name: string, count: number) {
  const held = Promise.withResolvers<void>();
  let running = 0;
  const work = () => {
    running += 1;
    return held.promise;
  };
  const settled = Promise.allSettled(Array.from({ length: count }, () => shares.run(name, work)));
  return { settled, release: held.resolve, running: () => running };
}

test("keeps a fifth of the connections free of each kind, and queues the others", async () => {
  const shares = new Bulkhead(10, WAIT_MS);
  const sends = startMany(shares, "send", 20);
  expect(sends.running()).toBe(8);
  expect(await shares.run("list", async () => "at once")).toBe("at once");
  sends.release();
  expect((await sends.settled).map(({ status }) => status)).toEqual(Array(20).fill("fulfilled"));
  expect(sends.running()).toBe(20);
});

test("kinds that don't get through share half the pool, and statements that wait too long are rejected (D4)", async () => {
  const shares = new Bulkhead(10, WAIT_MS);
  const sends = startMany(shares, "send", 8);
  const reads = startMany(shares, "read", 3);
  const inVain = /^timeout exceeded when trying to connect/;
  // By the time at which the first one gives up both kinds are known to be held up.
  await expect(shares.run("send", async () => undefined)).rejects.toThrow(inVain);
  await expect(shares.run("read", async () => undefined)).rejects.toThrow(inVain);
  expect(await shares.run("list", async () => "at once")).toBe("at once");
  sends.release();
  reads.release();
  await Promise.all([sends.settled, reads.settled]);
  expect(await shares.run("read", async () => "well again")).toBe("well again");
});
