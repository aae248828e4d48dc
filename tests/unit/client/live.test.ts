import { expect } from "@playwright/test";
import type { Authorization } from "#client/live-connection.ts";
import { beginStream, READY, sse } from "../../support/event-server.ts";
import { test } from "../../support/watched-live.ts";

test("resyncs after ready and after a resync event, and passes on all other events", async ({ server, watch }) => {
  const { phase, events, resyncs, eventCount } = watch();
  beginStream(await server.next(), READY, sse("resync", {}), sse("read", { seq: 3 }));
  await phase("live");
  await eventCount(1);
  expect(events).toEqual([{ type: "read", data: { seq: 3 } }]);
  expect(resyncs).toHaveLength(2);
});

test("reconnects after the server ended the stream, and is down only if that fails", async ({ server, watch }) => {
  const { live, phase, pass, clock, resyncs } = watch();
  const stream = beginStream(await server.next(), READY);
  await phase("live");
  const lost = clock.now() + 1000;
  await pass(1000);
  stream.end();
  await phase("connecting");
  await pass(1000);
  (await server.next()).response.writeHead(503, { "Retry-After": "5" }).end();
  // The last moment it was live stays, so that "since" is known.
  expect(await phase("down")).toEqual({ phase: "down", since: lost });
  await pass(4900);
  expect(server.requests).toHaveLength(2);
  await pass(200);
  beginStream(await server.next(), READY);
  await phase("live");
  expect(resyncs).toHaveLength(2);
  expect(live.state.get().since).toBe(clock.now());
});

test("waits longer after each failure, and not at all when the page becomes visible", async ({ watch }) => {
  const { live, triedAt, pass, settle } = watch({ authorize: async () => "later" });
  await pass(200_000);
  const waits = triedAt.slice(1).map((at, index) => at - (triedAt[index] ?? 0));
  expect(waits[0]).toBeLessThanOrEqual(500);
  expect(Math.min(...waits.slice(7))).toBeGreaterThanOrEqual(15_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(30_000);
  const before = triedAt.length;
  live.wake();
  await settle();
  expect(triedAt.length).toBe(before + 1);
});

test("opens nothing if it's put to rest while it's being authorized", async ({ server, watch }) => {
  let letIn = (_headers: Authorization) => {};
  const authorize = () =>
    new Promise<Authorization>((resolve) => {
      letIn = resolve;
    });
  const { live, settle, phase } = watch({ authorize, isVisible: () => false });
  live.rest();
  letIn({});
  await settle();
  await phase("polling");
  expect(server.requests).toHaveLength(0);
  live.wake();
  await settle();
  letIn({});
  beginStream(await server.next(), READY);
  await phase("live");
});

test("a hidden tab doesn't fetch what it missed immediately, because all tabs are notified at the same time", async ({
  server,
  watch,
}) => {
  const { phase, eventCount, resyncs, pass } = watch({ isVisible: () => false });
  beginStream(await server.next(), READY, sse("resync", {}), sse("read", { seq: 3 }));
  await phase("live");
  await eventCount(1);
  expect(resyncs).toHaveLength(1);
  await pass(1000);
  expect(resyncs).toHaveLength(2);
});

test("reconnects when the network has changed, and when a stream was silent while the page was hidden", async ({
  server,
  watch,
}) => {
  const { live, phase, pass } = watch();
  beginStream(await server.next(), READY);
  await phase("live");
  live.reconnect();
  beginStream(await server.next(), READY);
  await phase("live");
  live.wake();
  await pass(0);
  expect(server.requests).toHaveLength(2);
  await pass(26_000);
  live.wake();
  beginStream(await server.next(), READY);
  await phase("live");
  expect(server.requests).toHaveLength(3);
});

test("reports nothing from an abandoned stream, since the next one may be ahead of it", async ({ server, watch }) => {
  const { live, phase, events, eventCount } = watch();
  const old = beginStream(await server.next(), READY);
  await phase("live");
  live.reconnect();
  old.write(sse("read", { seq: 1 }));
  beginStream(await server.next(), READY, sse("read", { seq: 2 }));
  await eventCount(1);
  expect(events).toEqual([{ type: "read", data: { seq: 2 } }]);
});
