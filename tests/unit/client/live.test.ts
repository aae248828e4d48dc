import { expect } from "@playwright/test";
import type { Authorization } from "#client/live-connection.ts";
import { beginStream, READY, sse } from "../../support/event-server.ts";
import { test } from "../../support/watched-live.ts";

test("asks for what was missed after ready and after a resync, and passes everything else on", async ({
  server,
  watch,
}) => {
  const { phase, events, resyncs, eventCount } = watch();
  beginStream(await server.next(), READY, sse("resync", {}), sse("read", { seq: 3 }));
  await phase("live");
  await eventCount(1);
  expect(events).toEqual([{ type: "read", data: { seq: 3 } }]);
  expect(resyncs).toHaveLength(2);
});

test("comes back after the server has ended the stream, and is down only once that fails", async ({
  server,
  watch,
}) => {
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

test("waits longer after each failure, and not at all once the page is in view", async ({ watch }) => {
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

test("renews its token after a 401 and retries immediately, but backs off if that's rejected too", async ({
  server,
  watch,
}) => {
  const asked: boolean[] = [];
  const authorize = async (wasRefused: boolean) => {
    asked.push(wasRefused);
    return { Authorization: `Bearer ${asked.length}` };
  };
  const { phase, pass } = watch({ authorize });
  (await server.next()).response.writeHead(401).end();
  const second = await server.next();
  expect(second.request.headers.authorization).toBe("Bearer 2");
  second.response.writeHead(401).end();
  await phase("down");
  expect(server.requests).toHaveLength(2);
  await pass(600);
  beginStream(await server.next(), READY);
  await phase("live");
  expect(asked).toEqual([false, true, true]);
});

const OURS = { "Content-Type": "application/problem+json" };

test("polls for changes if the server has no free stream, and tries for one at the time it was given (D9)", async ({
  server,
  watch,
}) => {
  const { phase, pass, resyncs, triedAt, live } = watch();
  (await server.next()).response.writeHead(429, { ...OURS, "Retry-After": "30" }).end("{}");
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

for (const status of [204, 403, 404, 410]) {
  test(`stops for good when the server returns ${status}, because there is no stream for this caller`, async ({
    server,
    watch,
  }) => {
    const { phase, pass } = watch();
    (await server.next()).response.writeHead(status, OURS).end();
    await phase("stopped");
    await pass(600_000);
    expect(server.requests).toHaveLength(1);
  });
}

for (const status of [403, 404, 410]) {
  test(`tries again after a ${status} that is not the server's own, as proxies give while it is away`, async ({
    server,
    watch,
  }) => {
    const { phase, pass } = watch();
    (await server.next()).response.writeHead(status, { "Content-Type": "text/html" }).end("<h1>Nothing here</h1>");
    await phase("down");
    await pass(600);
    beginStream(await server.next(), READY);
    await phase("live");
  });
}

test("opens nothing when it was sent to rest while it was let in", async ({ server, watch }) => {
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

test("stops when there won't be a token, and waits while there isn't one yet", async ({ server, watch }) => {
  const authorizations: Authorization[] = ["later", "never"];
  const { phase, pass } = watch({ authorize: async () => authorizations.shift() ?? {} });
  await phase("down");
  await pass(600);
  await phase("stopped");
  expect(server.requests).toHaveLength(0);
});

test("polls behind a proxy that holds the stream back, often while it is seen, and goes on trying", async ({
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

test("says that it is down when polling fails too, and that it is not when that works again", async ({
  server,
  watch,
}) => {
  let worked = false;
  const { phase, pass } = watch({ resync: async () => worked });
  await server.next();
  await pass(10_000);
  await phase("down");
  worked = true;
  await pass(5000);
  await phase("polling");
});

test("stops polling only when a stream has shown that it is not held back after its first piece", async ({
  server,
  watch,
}) => {
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

test("starts over when the network has changed, and when a stream was quiet while the page was hidden", async ({
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

test("tells nothing of a stream that was left, because the next one may be ahead of it", async ({ server, watch }) => {
  const { live, phase, events, eventCount } = watch();
  const old = beginStream(await server.next(), READY);
  await phase("live");
  live.reconnect();
  old.write(sse("read", { seq: 1 }));
  beginStream(await server.next(), READY, sse("read", { seq: 2 }));
  await eventCount(1);
  expect(events).toEqual([{ type: "read", data: { seq: 2 } }]);
});

const RETURN_IN_10_S = "retry: 10000\nevent: ready\ndata: {}\n\n";

test("waits for the time that the server has named, without being down, and backs off if that fails", async ({
  server,
  watch,
}) => {
  const { live, phase, pass } = watch();
  const stream = beginStream(await server.next(), RETURN_IN_10_S);
  await phase("live");
  await pass(11_000);
  stream.end();
  await phase("waiting");
  await pass(9_900);
  expect(server.requests).toHaveLength(1);
  expect(live.state.get().phase).toBe("waiting");
  await pass(200);
  (await server.next()).response.destroy();
  await phase("down");
});

test("a server that has no time for it is no trouble at first, and the client comes back at the time that was named", async ({
  server,
  watch,
}) => {
  const { live, phase, pass } = watch();
  const busy = async () => {
    const headers = { "Content-Type": "application/problem+json", "Retry-After": "7" };
    (await server.next()).response.writeHead(503, headers).end("{}");
  };
  const stream = beginStream(await server.next(), RETURN_IN_10_S);
  await phase("live");
  await pass(11_000);
  stream.end();
  await phase("waiting");
  await pass(10_100);
  await busy();
  await pass(6_900);
  expect(server.requests).toHaveLength(2);
  expect(live.state.get().phase).toBe("waiting");
  await pass(200);
  beginStream(await server.next(), READY);
  await phase("live");
});
