import { backoff } from "./backoff.ts";
import { type Clock, systemClock } from "./clock.ts";
import { readEventStream, type StreamEnd } from "./event-stream.ts";
import type { WireEvent } from "./live-event.ts";
import { createStore, type Readable } from "./store.ts";

/**
 * "connecting": no try has failed yet, at the start or after a stream has ended. "live": events come as they happen.
 * "waiting": the stream has ended, and the server has named when to come back, so nothing is wrong.
 * "polling": there's no stream, but the server responds, so changes arrive within seconds. "down": the server is unreachable.
 * "stopped": the server no longer has a stream for this caller, or stop() was called.
 */
export type LivePhase = "connecting" | "live" | "waiting" | "polling" | "down" | "stopped";

/**
 * `since` is when the phase began. Without a stream or polling, it's when the connection was last live (in the clock's
 * milliseconds).
 */
export type LiveState = { phase: LivePhase; since: number };

/** Headers for the stream; "later" if there are no headers yet, "never" if there won't be any. */
export type Authorization = Record<string, string> | "later" | "never";

export type LiveOptions = {
  url: string;
  fetch: typeof fetch;
  credentials: RequestCredentials;
  /** Called before each try, with `wasRefused` after a 401, so that a token can be renewed. */
  authorize: (wasRefused: boolean) => Promise<Authorization>;
  /** Every event but `ready` and `resync`. */
  onEvent: (event: WireEvent) => void;
  /**
   * Fetches what may have been missed, which the data of `ready` may show to be nothing. Returns whether that worked; if
   * not, the caller repeats it.
   */
  resync: (ready?: unknown) => Promise<boolean>;
  isVisible: () => boolean;
  /** Called for anything that arrives over the stream. */
  onActivity?: (() => void) | undefined;
  clock?: Clock | undefined;
};

export type LiveConnection = {
  state: Readable<LiveState>;
  start: () => void;
  stop: () => void;
  /** The page became visible: try now instead of waiting, and don't trust a stream that has been quiet. */
  wake: () => void;
  /** The network changed: start over. */
  reconnect: () => void;
  /** Closes the connection and only polls, until wake(). */
  rest: () => void;
};

const STABLE_AFTER_MS = 10_000;
/** The server sends something at least every 20 s. */
const DOUBTFUL_AFTER_MS = 25_000;
/** A first chunk may have come through a proxy that holds back the next. A later one shows that it doesn't. */
const PROVEN_AFTER_MS = 15_000;
const SPREAD_MS = 1000;
const POLL_VISIBLE_MS = 5000;
const POLL_HIDDEN_MS = 30_000;
/** A server that has no time for so many attempts in a row is in trouble. */
const BUSY_ATTEMPTS = 3;

/** Keeps one event stream open through failures, and reports when events may have been missed. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a state machine whose steps share one state.
export function createLiveConnection(options: LiveOptions): LiveConnection {
  const { clock = systemClock, onActivity } = options;
  const store = createStore<LiveState>({ phase: "stopped", since: clock.now() });
  let run: AbortController | undefined;
  let attempt = new AbortController();
  let endPause = () => {};
  let cancelPoll = () => {};
  let isResting = false;
  // Streams don't seem to get through, so it polls instead.
  let isPolling = false;
  let openedAt = 0;
  // 0 if there's no stream.
  let readyAt = 0;
  let heardAt = 0;
  // When the server wants this client back after the stream's end.
  let returnMs = 0;

  const enter = (phase: LivePhase) => {
    const before = store.get();
    if (before.phase === phase) return;
    const goesOn = phase === "down" && before.phase !== "polling";
    store.set({ phase, since: goesOn ? before.since : clock.now() });
  };

  const poll = () => {
    cancelPoll();
    if (!isPolling || !run) return;
    cancelPoll = clock.after(options.isVisible() ? POLL_VISIBLE_MS : POLL_HIDDEN_MS, () => void pollNow());
  };

  const pollNow = async () => {
    cancelPoll();
    const mine = run;
    const worked = await options.resync();
    if (mine !== run || !isPolling) return;
    if (!readyAt) enter(worked ? "polling" : "down");
    poll();
  };

  const startPolling = () => {
    if (isPolling) return;
    isPolling = true;
    void pollNow();
  };

  const stopPolling = () => {
    isPolling = false;
    cancelPoll();
  };

  const onBytes = () => {
    heardAt = clock.now();
    if (heardAt - openedAt > PROVEN_AFTER_MS) stopPolling();
    onActivity?.();
  };

  // All are notified at the same time; hidden tabs don't fetch immediately.
  const resyncSoon = () => {
    if (options.isVisible()) return void options.resync();
    clock.after(Math.random() * SPREAD_MS, () => run && void options.resync());
  };

  const onEvent = (event: WireEvent) => {
    if (event.type === "ready") {
      readyAt = clock.now();
      enter("live");
      void options.resync(event.data);
    } else if (event.type === "resync") resyncSoon();
    else if (event.type === "retry") returnMs = event.data as number;
    else options.onEvent(event);
  };

  const open = async (headers: Record<string, string>): Promise<StreamEnd> => {
    attempt = new AbortController();
    openedAt = heardAt = clock.now();
    readyAt = 0;
    const { url, fetch, credentials } = options;
    return readEventStream({ url, fetch, credentials, headers, clock, signal: attempt.signal, onBytes, onEvent });
  };

  const pause = (ms: number | undefined) =>
    new Promise<void>((resolve) => {
      const cancel = ms === undefined ? () => {} : clock.after(ms, resolve);
      endPause = () => {
        cancel();
        resolve();
      };
    });

  const keepOpen = async (signal: AbortSignal) => {
    let failures = 0;
    let wasRefused = false;
    while (!signal.aborted) {
      if (isResting) {
        await pause(undefined);
        continue;
      }
      const headers: Authorization = await options.authorize(wasRefused).catch(() => "later" as const);
      if (signal.aborted) return;
      if (headers === "never") return stop();
      if (isResting) continue;
      const end: StreamEnd = headers === "later" ? { reason: "network" } : await open(headers);
      if (signal.aborted) return;
      const wasReady = readyAt > 0;
      if (wasReady && clock.now() - readyAt > STABLE_AFTER_MS) failures = 0;
      readyAt = 0;
      // The time is this client's own, so that many don't return at once. After a second failure, it backs off.
      const isNamed = failures < 1 && returnMs > 0;
      if (wasReady) enter(isNamed ? "waiting" : "connecting");
      if (end.reason === "stopped") continue;
      if (isFinal(end)) return stop();

      const isFirstRefusal = end.status === 401 && !wasRefused;
      wasRefused = end.status === 401;
      if (isFirstRefusal) continue;
      failures++;
      // A proxy that holds streams back lets no time through. A server that has named one is only busy.
      const isHeldBack = (end.reason === "silent" && !returnMs) || end.reason === "strange";
      // A server without a free stream still responds.
      if (isHeldBack || end.status === 429) startPolling();
      const isBusy = end.status === 503 && end.isOurs && failures <= BUSY_ATTEMPTS;
      if (!wasReady && !isPolling && !isBusy) enter("down");
      await pause(isNamed ? returnMs : Math.max(end.retryAfterMs ?? returnMs, backoff(failures)));
    }
  };

  const start = () => {
    if (run) return;
    run = new AbortController();
    isResting = false;
    enter("connecting");
    void keepOpen(run.signal);
  };

  const stop = () => {
    run?.abort();
    run = undefined;
    attempt.abort();
    endPause();
    stopPolling();
    readyAt = 0;
    enter("stopped");
  };

  const wake = () => {
    isResting = false;
    if (readyAt && clock.now() - heardAt > DOUBTFUL_AFTER_MS) attempt.abort();
    endPause();
    if (isPolling) void pollNow();
  };

  const reconnect = () => {
    if (isResting) return;
    returnMs = 0;
    attempt.abort();
    endPause();
  };

  const rest = () => {
    if (isResting) return;
    isResting = true;
    attempt.abort();
    readyAt = 0;
    startPolling();
  };

  return { state: store, start, stop, wake, reconnect, rest };
}

/** No stream for this caller, now or later. A proxy's response while the server is down doesn't count. */
function isFinal({ status, isOurs }: StreamEnd): boolean {
  return status === 204 || !!(isOurs && (status === 403 || status === 404 || status === 410));
}
