import { test as base, expect } from "@playwright/test";
import { openBroadcastChannel } from "#client/channel.ts";
import type { LivePhase } from "#client/live-connection.ts";
import type { WireEvent } from "#client/live-event.ts";
import { createSharedLive, type SharedLiveOptions } from "#client/shared-live.ts";
import { beginStream, type EventServer, READY, sse, startEventServer } from "../../support/event-server.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { untilState } from "../../support/until-state.ts";

type Tab = ReturnType<typeof openTab>;

const test = base.extend<{
  server: EventServer;
  time: ReturnType<typeof manualClock>;
  tab: (more?: Partial<SharedLiveOptions>) => Tab;
}>({
  server: async ({ baseURL: _ }, use) => {
    const server = await startEventServer();
    await use(server);
    await server.close();
  },
  time: async ({ baseURL: _ }, use) => use(manualClock()),
  tab: async ({ server, time }, use) => {
    const tabs: Tab[] = [];
    await use((more = {}) => {
      const opened = openTab({ name: server.url, url: server.url, clock: time.clock, ...more });
      tabs.push(opened);
      return opened;
    });
    for (const { live } of tabs) live.stop();
  },
});

function openTab(more: Pick<SharedLiveOptions, "name" | "url"> & Partial<SharedLiveOptions>) {
  const events: WireEvent[] = [];
  let resyncs = 0;
  let onChange = () => {};
  const live = createSharedLive({
    fetch,
    credentials: "omit",
    authorize: async () => ({}),
    isVisible: () => true,
    locks: navigator.locks,
    openChannel: openBroadcastChannel,
    resync: async () => {
      resyncs++;
      onChange();
      return true;
    },
    onEvent: (event) => {
      events.push(event);
      onChange();
    },
    ...more,
  });
  live.start();
  const until = (isRight: () => boolean) =>
    new Promise<void>((resolve) => {
      onChange = () => isRight() && resolve();
      onChange();
    });
  return {
    live,
    events,
    heard: (count: number) => until(() => events.length >= count),
    count: () => resyncs,
    synced: (count: number) => until(() => resyncs >= count),
    phase: (phase: LivePhase) => untilState(live.state, (state) => state.phase === phase),
  };
}

test("eight tabs share one stream, and all of them get its events and fetch what they missed", async ({
  server,
  tab,
}) => {
  const tabs = Array.from({ length: 8 }, () => tab());
  const stream = beginStream(await server.next(), READY);
  for (const one of tabs) {
    await one.phase("live");
    await one.synced(1);
  }
  stream.write(sse("read", { seq: 1 }));
  for (const one of tabs) {
    await one.heard(1);
    expect(one.events).toEqual([{ type: "read", data: { seq: 1 } }]);
  }
  expect(server.requests).toHaveLength(1);
});

test("another name is another caller, and gets none of the first one's events", async ({ server, tab }) => {
  const one = tab();
  const first = beginStream(await server.next(), READY);
  const other = tab({ name: `${server.url}#other` });
  const second = beginStream(await server.next(), READY);
  first.write(sse("read", { seq: 1 }));
  await one.heard(1);
  second.write(sse("read", { seq: 2 }));
  await other.heard(1);
  expect(one.events).toEqual([{ type: "read", data: { seq: 1 } }]);
  expect(other.events).toEqual([{ type: "read", data: { seq: 2 } }]);
});

test("a tab that's opened later shares the existing stream, and fetches what was sent before", async ({
  server,
  tab,
}) => {
  const first = tab();
  const stream = beginStream(await server.next(), READY, sse("read", { seq: 1 }));
  await first.heard(1);
  const late = tab();
  await late.phase("live");
  await late.synced(1);
  stream.write(sse("read", { seq: 2 }));
  await late.heard(1);
  expect(late.events).toEqual([{ type: "read", data: { seq: 2 } }]);
  expect(server.requests).toHaveLength(1);
});

test("when the tab with the stream closes, another opens one, and all fetch what came in between", async ({
  server,
  tab,
}) => {
  const leader = tab();
  beginStream(await server.next(), READY);
  const rest = [tab(), tab()];
  for (const one of rest) await one.synced(1);
  const phases = new Set<string>();
  for (const { live } of rest) live.state.subscribe(() => phases.add(live.state.get().phase));
  leader.live.stop();
  const stream = beginStream(await server.next(), READY);
  for (const one of rest) {
    await one.synced(2);
    await one.phase("live");
  }
  stream.write(sse("read", { seq: 9 }));
  for (const one of rest) await one.heard(1);
  expect(server.requests).toHaveLength(2);
  // The end of one tab is not the end of the connection.
  expect(phases).toEqual(new Set(["connecting", "live"]));
});

test("a tab that hangs with the stream loses it to a visible one, and gets that one's events when it wakes", async ({
  server,
  time,
  tab,
}) => {
  // The first tab's clock stops, as in a page the browser has frozen.
  const frozen = manualClock();
  const hanging = tab({ clock: frozen.clock });
  const first = await server.next();
  const cut = new Promise((resolve) => first.response.on("close", resolve));
  beginStream(first, READY);
  const seen = tab();
  await seen.synced(1);
  const hidden = tab({ isVisible: () => false });
  await hidden.synced(1);
  await time.pass(40_000);
  const stream = beginStream(await server.next(), READY);
  await seen.synced(2);
  await cut;
  await hanging.phase("live");
  await hanging.synced(2);
  stream.write(sse("read", { seq: 1 }));
  await hanging.heard(1);
  await hidden.heard(1);
  expect(hanging.events).toEqual([{ type: "read", data: { seq: 1 } }]);
  expect(server.requests).toHaveLength(2);
});

test("a tab that closes while it waits for its turn doesn't take it", async ({ server, tab }) => {
  const leader = tab();
  beginStream(await server.next(), READY);
  const closed = tab();
  await closed.synced(1);
  closed.live.stop();
  const last = tab();
  await last.synced(1);
  leader.live.stop();
  beginStream(await server.next(), READY);
  await last.synced(2);
  expect(server.requests).toHaveLength(2);
});

test("a page restored from the back/forward cache continues", async ({ server, tab }) => {
  const one = tab();
  beginStream(await server.next(), READY);
  await one.synced(1);
  one.live.stop();
  one.live.start();
  beginStream(await server.next(), READY);
  await one.synced(2);
  await one.phase("live");
});

test("a visible tab polls often while only a hidden one has a stream", async ({ server, time, tab }) => {
  tab({ isVisible: () => false });
  await server.next();
  const seen = tab();
  await time.settle();
  await time.pass(10_000);
  await seen.phase("polling");
  const before = seen.count();
  await time.pass(30_000);
  expect(seen.count() - before).toBeGreaterThanOrEqual(5);
});

test("without Web Locks, each tab has its own stream, and none while it's hidden", async ({ server, tab }) => {
  const tabs = [tab({ locks: undefined }), tab({ locks: undefined, isVisible: () => false })];
  const streams = [await server.next(), await server.next()];
  const cut = Promise.race(streams.map(({ response }) => new Promise((resolve) => response.on("close", resolve))));
  for (const stream of streams) beginStream(stream, READY);
  for (const one of tabs) await one.phase("live");
  tabs[1]?.live.rest();
  await cut;
  await tabs[1]?.phase("polling");
  expect(tabs[0]?.live.state.get().phase).toBe("live");
});

test("a tab continues alone if the browser refuses the lock or the channel", async ({ server, tab }) => {
  const refuse = () => Promise.reject(new DOMException("not here", "SecurityError"));
  const withoutLock = tab({ locks: { ...navigator.locks, request: refuse } as LockManager });
  beginStream(await server.next(), READY);
  await withoutLock.phase("live");
  const withoutChannel = tab({ openChannel: () => undefined });
  beginStream(await server.next(), READY);
  await withoutChannel.phase("live");
  expect(server.requests).toHaveLength(2);
});

test("every tab compares its state with the stream's beginning, and only those that miss something fetch", async ({
  server,
  time,
  tab,
}) => {
  const LATEST = { listed: [{ lastSeq: 2 }] };
  const knowing = (lastSeq: number) => ({
    isCurrent: (ready: unknown) => (ready as typeof LATEST | undefined)?.listed[0]?.lastSeq === lastSeq,
  });
  const first = tab(knowing(2));
  const begun = beginStream(await server.next(), sse("ready", LATEST));
  await first.phase("live");
  const [behind, current] = [tab(knowing(1)), tab(knowing(2))];
  // Each fetches the events sent before it listened.
  await behind.synced(1);
  await current.synced(1);
  begun.end();
  await first.phase("connecting");
  await time.pass(1_000);
  const again = beginStream(await server.next(), sse("ready", LATEST));
  await behind.synced(2);
  again.write(sse("read", { seq: 1 }));
  await current.heard(1);
  expect([first.count(), current.count()]).toEqual([0, 1]);
});
