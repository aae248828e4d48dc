import { createStore, type Readable } from "#client/store.ts";
import { isTaken } from "./is-taken.ts";

/** Whether the server is reachable, as far as the live connection knows. */
export type Reach = { isThere: () => boolean; subscribe: (listener: () => void) => () => void };

/** A page that was chosen while the server couldn't be reached. */
export type WaitingPage = {
  path: string;
  /** The server is back, but the reader was typing, so they open the page themselves. */
  isReady: boolean;
  /** The page's own area shows that it's waiting. */
  isShownInPlace: boolean;
  open: () => void;
};

type Choice = Pick<WaitingPage, "path" | "open"> & { isShownInPlace?: boolean };

let reach: Reach | undefined;
let stopWaiting = () => {};
const waiting = createStore<{ page: WaitingPage | undefined }>({ page: undefined });

/** The page that waits for the server, if any. */
export const waitingPage: Readable<{ page: WaitingPage | undefined }> = waiting;

/** Sets the source of reachability. Returns a function that removes it. */
export function provideReach(given: Reach): () => void {
  reach = given;
  return () => {
    cancelWaitingPage();
    if (reach === given) reach = undefined;
  };
}

export const isReachable = () => reach?.isThere() ?? true;

/** Calls back whenever the server may have become reachable. Returns a function that stops it. */
function watchReach(listener: () => void): () => void {
  return reach?.subscribe(listener) ?? (() => {});
}

/** Runs once the server is reachable. Returns a function that cancels it. */
export function onceReachable(run: () => void): () => void {
  if (isReachable()) {
    run();
    return () => {};
  }
  const unwatch = watchReach(() => {
    if (!isReachable()) return;
    unwatch();
    run();
  });
  return unwatch;
}

const MODIFIERS = ["Shift", "Control", "Alt", "Meta"];

/**
 * Opens a page now, or on reconnect: navigating while offline would replace the page with the browser's error page. A
 * reader who has pressed a key since, or is in a field, isn't interrupted. The latest choice replaces earlier ones.
 */
export function openPage({ path, open, isShownInPlace = false }: Choice): void {
  cancelWaitingPage();
  if (isReachable()) {
    open();
    return;
  }
  const page = { path, isShownInPlace, open };
  let isBusy = false;
  const onChange = () => {
    const isThere = isReachable();
    if (waiting.get().page?.isReady || isBusy || isTaken(document.activeElement)) {
      return waiting.set({ page: { ...page, isReady: isThere } });
    }
    if (isThere) openWaitingPage();
  };
  const unwatch = watchReach(onChange);
  const ending = new AbortController();
  const options = { capture: true, signal: ending.signal };
  // Going back replaces the choice.
  addEventListener("popstate", cancelWaitingPage, options);
  const noteInput = (event: Event) => {
    isBusy ||= !(event instanceof KeyboardEvent && MODIFIERS.includes(event.key));
  };
  for (const type of ["keydown", "input"]) addEventListener(type, noteInput, options);
  stopWaiting = () => {
    unwatch();
    ending.abort();
  };
  waiting.set({ page: { ...page, isReady: false } });
}

export function openWaitingPage(): void {
  const { page } = waiting.get();
  cancelWaitingPage();
  page?.open();
}

export function cancelWaitingPage(): void {
  stopWaiting();
  stopWaiting = () => {};
  if (waiting.get().page) waiting.set({ page: undefined });
}
