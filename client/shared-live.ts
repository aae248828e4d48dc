import type { Channel, OpenChannel } from "./channel.ts";
import { systemClock } from "./clock.ts";
import { createLeadership } from "./leadership.ts";
import { createLiveConnection, type LiveConnection, type LiveOptions, type LiveState } from "./live-connection.ts";
import type { WireEvent } from "./live-event.ts";
import { createRetryLoop } from "./retry-loop.ts";
import { createStore } from "./store.ts";

export type SharedLiveOptions = Omit<LiveOptions, "onActivity"> & {
  /** The same in all tabs that may share a stream: it names the caller, since all that comes over it is the caller's. */
  name: string;
  /** Without these (plain http, or a frame that may not use them) each tab has a stream of its own while it is seen. */
  locks: LockManager | undefined;
  openChannel: OpenChannel | undefined;
};

/** What the tabs send each other. The leader is the one that has the stream. */
type Word =
  | { kind: "event"; event: WireEvent }
  | { kind: "resync" }
  | { kind: "state"; state: LiveState }
  | { kind: "hello" }
  | { kind: "wake" };

/** The leader is heard this often at least, unless its tab is hidden and nothing comes to it either. */
const ALIVE_EVERY_MS = 10_000;
/** A hidden leader polls for itself, and that is too seldom for a tab that is seen. */
const POLL_MS = 5000;
/** Then a visible tab takes its place. */
const SILENCE_MS = 30_000;
const ANSWER_MS = 5000;

/**
 * One stream for all tabs of a browser, because a browser has only six connections to a server. One tab leads, the others
 * hear from it; when it goes or hangs, the next one takes its place. Each tab fetches for itself what it may have missed,
 * again and again until that has worked.
 */
export function createSharedLive(options: SharedLiveOptions): LiveConnection {
  const { name, locks, clock = systemClock } = options;
  const store = createStore<LiveState>({ phase: "stopped", since: clock.now() });
  let sync = createRetryLoop(options.resync, clock);
  let session: Pick<LiveConnection, "wake" | "reconnect" | "rest" | "stop"> | undefined;

  const createOwn = (send: (word: Word) => void) => {
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
      resync: () => {
        send({ kind: "resync" });
        return sync.request();
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
      // The others go on, so they need not know.
      unsubscribe();
      live.stop();
    };
    live.start();
    return { live, sendState, end };
  };

  const startAlone = () => {
    const own = createOwn(() => {});
    session = { ...own.live, stop: own.end };
  };

  const startShared = (sharedLocks: LockManager, channel: Channel) => {
    let own: ReturnType<typeof createOwn> | undefined;
    let receivedAt = clock.now();
    let hasReceived = false;
    let syncedAt = 0;
    let cancelLook = () => {};

    const fetchMissed = () => {
      syncedAt = clock.now();
      void sync.request();
    };

    const onWord = (word: Word) => {
      if (word.kind === "hello") return own?.sendState();
      if (word.kind === "wake") return own?.live.wake();
      if (own) return;
      receivedAt = clock.now();
      if (word.kind === "event") options.onEvent(word.event);
      if (word.kind === "state") store.set(word.state);
      // Whatever the leader told before this tab listened is missed.
      if (word.kind === "resync" || !hasReceived) fetchMissed();
      hasReceived = true;
    };

    channel.listen((word) => onWord(word as Word));
    const send = (word: Word) => channel.send(word);

    const leadership = createLeadership(sharedLocks, name, {
      onGained: () => {
        own = createOwn(send);
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

    session = {
      wake: () => {
        if (own) return own.live.wake();
        // A tab that slept heard nothing; the leader gets a moment to answer.
        receivedAt = Math.max(receivedAt, clock.now() - SILENCE_MS + ANSWER_MS);
        send({ kind: "hello" });
        send({ kind: "wake" });
      },
      reconnect: () => own?.live.reconnect(),
      // The leader goes on for the others.
      rest: () => {},
      stop: () => {
        cancelLook();
        leadership.leave();
        own?.end();
        own = undefined;
        channel.close();
      },
    };
  };

  const start = () => {
    if (session) return;
    sync = createRetryLoop(options.resync, clock);
    const channel = locks && options.openChannel?.(name);
    if (channel) startShared(locks, channel);
    else startAlone();
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
