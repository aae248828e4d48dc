import { expect } from "@playwright/test";
import { beginStream, READY, sse } from "../../support/event-server.ts";
import { test } from "../../support/watched-live.ts";

test("polls for changes if the server has no free stream, and tries for one at the time it was given (D9)", async ({
  server,
  watch,
}) => {
  const { phase, pass, resyncs, triedAt, live } = watch();
  (await server.next()).response
    .writeHead(429, { "Content-Type": "application/problem+json", "Retry-After": "30" })
    .end("{}");
  await phase("polling");
  await pass(29_000);
  expect(resyncs.length).toBeGreaterThan(4);
  expect(triedAt).toHaveLength(1);
  await pass(1_000);
  beginStream(await server.next(), READY);
  await phase("live");
  expect(triedAt).toHaveLength(2);
  live.stop();
});

test("polls behind a proxy that buffers the stream, more often while visible, and keeps trying", async ({
  server,
  watch,
}) => {
  let isVisible = true;
  const { phase, pass, resyncs, clock } = watch({ isVisible: () => isVisible });
  await server.next();
  await pass(10_000);
  await phase("polling");
  const begun = resyncs.length;
  await pass(1000);
  await server.next();
  await pass(19_000);
  expect(resyncs.length - begun).toBe(4);
  isVisible = false;
  await pass(5000);
  const hidden = resyncs.length;
  await pass(60_000);
  expect(resyncs.length - hidden).toBe(2);
  expect(clock.now() - (resyncs.at(-1) ?? 0)).toBeLessThanOrEqual(30_000);
});

test("is down if polling fails too, until it works again", async ({ server, watch }) => {
  let worked = false;
  const { phase, pass } = watch({ resync: async () => worked });
  await server.next();
  await pass(10_000);
  await phase("down");
  worked = true;
  await pass(5000);
  await phase("polling");
});

test("stops polling only once a stream has delivered more than its first piece", async ({ server, watch }) => {
  const { phase, pass, resyncs, eventCount } = watch();
  await server.next();
  await pass(10_000);
  await phase("polling");
  await pass(1000);
  const stream = beginStream(await server.next(), READY);
  await phase("live");
  const before = resyncs.length;
  await pass(10_000);
  expect(resyncs.length - before).toBe(2);
  await pass(6000);
  stream.write(sse("read", { seq: 1 }));
  await eventCount(1);
  const proven = resyncs.length;
  await pass(20_000);
  expect(resyncs.length).toBe(proven);
});

test("holds no connection while it rests, and polls instead", async ({ server, watch }) => {
  const { live, phase, pass, resyncs } = watch({ isVisible: () => false });
  const first = await server.next();
  const cut = new Promise((resolve) => first.response.on("close", resolve));
  beginStream(first, READY);
  await phase("live");
  live.rest();
  await cut;
  await phase("polling");
  const before = resyncs.length;
  await pass(90_000);
  expect(resyncs.length - before).toBe(3);
  expect(server.requests).toHaveLength(1);
  live.wake();
  beginStream(await server.next(), READY);
  await phase("live");
});
