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
  /** Fetches what may have been missed. Returns whether that worked; if not, the caller repeats it. */
  resync: () => Promise<boolean>;
  /** Applies the data of `ready`. Returns whether nothing was missed, which saves the resync. */
  isCurrent?: ((ready: unknown) => boolean) | undefined;
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
/** The longest time that a server may name. */
const RETURN_MAX_MS = 120_000;
/** After so many attempts in a row, a server that was only busy has responded. */
const BUSY_ATTEMPTS = 3;

/** Keeps one event stream open through failures, and reports when events may have been missed. */
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
  let readyAt: number | undefined;
  let heardAt = 0;
  // A stream has come through on this network, so a server that's silent is only busy.
  let isProven = false;
  // When the server wants this client back after the stream's end.
  let returnMs: number | undefined;

  const enter = (phase: LivePhase) => {
    const before = store.get();
    if (before.phase === phase) return;
    const goesOn = (before.phase === "connecting" || before.phase === "waiting") && phase === "down";
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
    if (readyAt === undefined) enter(worked ? "polling" : "down");
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
    if (heardAt - openedAt > PROVEN_AFTER_MS) {
      isProven = true;
      stopPolling();
    }
    onActivity?.();
  };

  // All are notified at the same time; hidden tabs don't fetch immediately.
  const resyncSoon = () => {
    if (options.isVisible()) return void options.resync();
    const mine = run;
    clock.after(Math.random() * SPREAD_MS, () => mine === run && void options.resync());
  };

  const onEvent = (event: WireEvent) => {
    if (event.type === "ready") {
      readyAt = clock.now();
      enter("live");
    }
    if (event.type === "resync") resyncSoon();
    else if (event.type !== "ready") options.onEvent(event);
    else if (!options.isCurrent?.(event.data)) void options.resync();
  };

  const open = async (headers: Record<string, string>): Promise<StreamEnd> => {
    attempt = new AbortController();
    openedAt = heardAt = clock.now();
    readyAt = undefined;
    const { url, fetch, credentials } = options;
    const onRetry = (ms: number) => {
      returnMs = Math.min(ms, RETURN_MAX_MS);
    };
    const { signal } = attempt;
    return readEventStream({ url, fetch, credentials, headers, clock, signal, onBytes, onRetry, onEvent });
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
      const wasReady = readyAt !== undefined;
      if (readyAt !== undefined && clock.now() - readyAt > STABLE_AFTER_MS) failures = 0;
      readyAt = undefined;
      const wasCut = end.reason === "closed" || end.reason === "network";
      // The time is this client's own, so that many don't return at once. A second failure is no return.
      const isNamed = wasReady && wasCut && failures === 0 && returnMs !== undefined;
      if (wasReady) enter(isNamed ? "waiting" : "connecting");
      if (end.reason === "stopped") continue;
      if (end.reason === "status" && isFinal(end)) return stop();

      const isFirstRefusal = end.status === 401 && !wasRefused;
      wasRefused = end.status === 401;
      if (isFirstRefusal) continue;
      failures++;
      const isBusy = failures <= BUSY_ATTEMPTS;
      const isHeldBack = (end.reason === "silent" && !(isProven && isBusy)) || end.reason === "strange";
      // A server without a free stream still responds.
      if (isHeldBack || end.status === 429) startPolling();
      const isDeferred = isBusy && end.reason === "status" && end.status === 503 && end.isOurs;
      if (!wasReady && !isPolling && !isDeferred) enter("down");
      const least = (end.reason === "status" ? end.retryAfterMs : returnMs) ?? 0;
      await pause(isNamed ? least : Math.max(least, backoff(failures)));
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
    readyAt = undefined;
    enter("stopped");
  };

  const wake = () => {
    isResting = false;
    if (readyAt !== undefined && clock.now() - heardAt > DOUBTFUL_AFTER_MS) attempt.abort();
    endPause();
    if (isPolling) void pollNow();
  };

  const reconnect = () => {
    if (isResting) return;
    isProven = false;
    attempt.abort();
    endPause();
  };

  const rest = () => {
    if (isResting) return;
    isResting = true;
    attempt.abort();
    readyAt = undefined;
    startPolling();
  };

  return { state: store, start, stop, wake, reconnect, rest };
}

/** No stream for this caller, now or later. A proxy's response while the server is down doesn't count. */
function isFinal({ status, isOurs }: StreamEnd & { reason: "status" }): boolean {
  return status === 204 || (isOurs && (status === 403 || status === 404 || status === 410));
}
