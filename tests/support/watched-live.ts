import { test as base } from "@playwright/test";
import { type Authorization, createLiveConnection, type LivePhase } from "#client/live-connection.ts";
import type { WireEvent } from "#client/live-event.ts";
import { type EventServer, startEventServer } from "./event-server.ts";
import { manualClock } from "./manual-clock.ts";
import { untilState } from "./until-state.ts";

export const test = base.extend<{ server: EventServer; watch: (more?: Partial<Given>) => Watched }>({
  server: async ({ baseURL: _ }, use) => {
    const server = await startEventServer();
    await use(server);
    await server.close();
  },
  watch: async ({ server }, use) => {
    const watched: Watched[] = [];
    await use((more) => {
      const one = watchLive(server.url, more);
      watched.push(one);
      return one;
    });
    for (const { live } of watched) live.stop();
  },
});

export type Given = {
  authorize: (wasRefused: boolean) => Promise<Authorization>;
  resync: () => Promise<boolean>;
  isVisible: () => boolean;
};

export type Watched = ReturnType<typeof watchLive>;

export function watchLive(url: string, more: Partial<Given> = {}) {
  const { clock, pass, settle } = manualClock();
  const events: WireEvent[] = [];
  const triedAt: number[] = [];
  const resyncs: number[] = [];
  let onEvent = () => {};
  const live = createLiveConnection({
    url,
    fetch,
    credentials: "omit",
    isVisible: () => true,
    ...more,
    authorize: async (wasRefused) => {
      triedAt.push(clock.now());
      return more.authorize?.(wasRefused) ?? {};
    },
    resync: async () => {
      resyncs.push(clock.now());
      return more.resync?.() ?? true;
    },
    onEvent: (event) => {
      events.push(event);
      onEvent();
    },
    clock,
  });
  live.start();
  return {
    live,
    events,
    triedAt,
    resyncs,
    clock,
    pass,
    settle,
    phase: (phase: LivePhase) => untilState(live.state, (state) => state.phase === phase),
    eventCount: (count: number) =>
      new Promise<void>((resolve) => {
        onEvent = () => events.length >= count && resolve();
        onEvent();
      }),
  };
}
