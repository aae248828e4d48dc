import type { Channel, OpenChannel } from "./channel.ts";
import { type Clock, systemClock } from "./clock.ts";
import { createLeadership } from "./leadership.ts";
import { createLiveConnection, type LiveConnection, type LiveOptions, type LiveState } from "./live-connection.ts";
import type { WireEvent } from "./live-event.ts";
import { createRetryLoop } from "./retry-loop.ts";
import { createStore, type Store } from "./store.ts";

export type SharedLiveOptions = Omit<LiveOptions, "onActivity" | "resync"> & {
  /** Fetches what may have been missed. Returns whether that worked; if not, it's repeated. */
  resync: () => Promise<boolean>;
  /** Applies the data of `ready`, if there is any. Returns whether nothing was missed, which saves the resync. */
  isCurrent?: (ready: unknown) => boolean;
  /**
   * The same in all tabs that may share a stream. It contains the caller, since everything in the stream is theirs.
   */
  name: string;
  /** Without these (plain http, or a frame that may not use them), each visible tab has its own stream. */
  locks: LockManager | undefined;
  openChannel: OpenChannel | undefined;
};

/** Messages between tabs. The leader is the tab with the stream. */
type TabMessage = (
  | { kind: "event"; event: WireEvent }
  | { kind: "resync" }
  | { kind: "state"; state: LiveState }
  | { kind: "hello" }
  | { kind: "wake" }
) & {
  /** The data of `ready`, if that caused the resync. A tab compares it with what it has. */
  ready?: unknown;
};

type Session = Pick<LiveConnection, "wake" | "reconnect" | "rest" | "stop">;

type Tab = {
  options: SharedLiveOptions;
  clock: Clock;
  store: Store<LiveState>;
  /** Fetches what may have been missed. */
  catchUp: (ready?: unknown) => Promise<boolean>;
};

/** The leader sends something at least this often, unless its tab is hidden and receives nothing. */
const ALIVE_EVERY_MS = 10_000;
/** A hidden leader polls at its own pace, which is too slow for a visible tab. */
const POLL_MS = 5000;
/** After that, a visible tab takes over. */
const SILENCE_MS = 30_000;
const RESPONSE_MS = 5000;

/**
 * Shares one stream between all tabs of a browser, because browsers allow only six connections to a server. One tab
 * leads, and the others receive its events. If it closes or hangs, another one takes over. Each tab fetches what it
 * may have missed, and retries until that works.
 */
export function createSharedLive(options: SharedLiveOptions): LiveConnection {
  const { name, locks, clock = systemClock } = options;
  const store = createStore<LiveState>({ phase: "stopped", since: clock.now() });
  let sync = createRetryLoop(options.resync, clock);
  let session: Session | undefined;

  const catchUp = async (ready?: unknown) => options.isCurrent?.(ready) || sync.request();
  const tab = { options, clock, store, catchUp };

  const start = () => {
    if (session) return;
    sync = createRetryLoop(options.resync, clock);
    const channel = locks && options.openChannel?.(name);
    session = channel ? startShared(tab, locks, channel) : startAlone(tab);
  };

  const stop = () => {
    if (!session) return;
    session.stop();
    session = undefined;
    sync.stop();
    store.set({ phase: "stopped", since: clock.now() });
  };

  return {
    state: store,
    start,
    stop,
    wake: () => session?.wake(),
    reconnect: () => session?.reconnect(),
    rest: () => session?.rest(),
  };
}

/** Runs the stream of this tab alone. */
function startAlone(tab: Tab): Session {
  const own = createOwn(tab, () => {});
  return { ...own.live, stop: own.end };
}

/** Opens this tab's own stream, and sends the other tabs what it brings. */
function createOwn(tab: Tab, send: (message: TabMessage) => void) {
  const { options, clock, store, catchUp } = tab;
  let sentAt = 0;
  const sendState = () => {
    sentAt = clock.now();
    send({ kind: "state", state: live.state.get() });
  };
  const live = createLiveConnection({
    ...options,
    onEvent: (event) => {
      send({ kind: "event", event });
      options.onEvent(event);
    },
    resync: (ready) => {
      send({ kind: "resync", ready });
      return catchUp(ready);
    },
    onActivity: () => {
      if (clock.now() - sentAt > ALIVE_EVERY_MS) sendState();
    },
  });
  const unsubscribe = live.state.subscribe(() => {
    store.set(live.state.get());
    sendState();
  });
  const end = () => {
    // The other tabs continue, so they aren't notified.
    unsubscribe();
    live.stop();
  };
  live.start();
  return { live, sendState, end };
}

/** Shares the stream of the tab that leads, be it this one. */
function startShared(tab: Tab, locks: LockManager, channel: Channel): Session {
  const { options, clock, store, catchUp } = tab;
  let own: ReturnType<typeof createOwn> | undefined;
  let receivedAt = clock.now();
  let hasReceived = false;
  let syncedAt = 0;
  let cancelLook = () => {};

  const fetchMissed = (ready?: unknown) => {
    syncedAt = clock.now();
    void catchUp(ready);
  };

  const onMessage = (message: TabMessage) => {
    if (message.kind === "hello") return own?.sendState();
    if (message.kind === "wake") return own?.live.wake();
    if (own) return;
    receivedAt = clock.now();
    if (message.kind === "event") options.onEvent(message.event);
    if (message.kind === "state") store.set(message.state);
    // What the leader sent before this tab listened was missed.
    if (message.kind === "resync" || !hasReceived) fetchMissed(message.ready);
    hasReceived = true;
  };

  channel.listen((message) => onMessage(message as TabMessage));
  const send = (message: TabMessage) => channel.send(message);

  const leadership = createLeadership(locks, options.name, {
    onGained: () => {
      own = createOwn(tab, send);
    },
    onLost: () => {
      own?.end();
      own = undefined;
      hasReceived = false;
      receivedAt = clock.now();
      send({ kind: "hello" });
    },
  });

  const look = () => {
    cancelLook = clock.after(POLL_MS, look);
    if (own) return own.sendState();
    if (!options.isVisible()) return;
    if (clock.now() - receivedAt > SILENCE_MS) leadership.take();
    if (store.get().phase === "polling" && clock.now() - syncedAt >= POLL_MS) fetchMissed();
  };

  store.set({ phase: "connecting", since: clock.now() });
  leadership.queue();
  send({ kind: "hello" });
  cancelLook = clock.after(POLL_MS, look);

  return {
    wake: () => {
      if (own) return own.live.wake();
      // A frozen tab received nothing, so the leader gets a moment to respond.
      receivedAt = Math.max(receivedAt, clock.now() - SILENCE_MS + RESPONSE_MS);
      send({ kind: "hello" });
      send({ kind: "wake" });
    },
    reconnect: () => own?.live.reconnect(),
    // The leader continues for the other tabs.
    rest: () => {},
    stop: () => {
      cancelLook();
      leadership.leave();
      own?.end();
      own = undefined;
      channel.close();
    },
  };
}
