import { createStore } from "#client/store.ts";

/** Someone who reads a long message or waits for the next one may touch nothing for a while. */
const USED_WITHIN_MS = 180_000;
const SIGNS_OF_USE = ["pointermove", "pointerdown", "keydown", "wheel", "focus"] as const;

const store = createStore({ isAttended: false });
let usedAt = 0;
let listeners = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Whether someone is looking at this tab, as far as a page can tell: it's visible, and was used within the last three
 * minutes. A message that arrives at an unattended tab stays unread, and devices are notified.
 */
export const isAttended = (): boolean => document.visibilityState === "visible" && Date.now() - usedAt < USED_WITHIN_MS;

/** Calls back when someone comes or leaves. Returns a function that stops it. */
export function onAttention(listener: () => void): () => void {
  if (listeners++ === 0) start();
  const unsubscribe = store.subscribe(listener);
  return () => {
    unsubscribe();
    if (--listeners === 0) stop();
  };
}

function start(): void {
  for (const sign of SIGNS_OF_USE) addEventListener(sign, use, { passive: true });
  document.addEventListener("visibilitychange", use);
  usedAt = Date.now();
  look();
}

function stop(): void {
  for (const sign of SIGNS_OF_USE) removeEventListener(sign, use);
  document.removeEventListener("visibilitychange", use);
  clearTimeout(timer);
}

function use(): void {
  // A timer may be late, or the computer was asleep.
  const isBack = Date.now() - usedAt >= USED_WITHIN_MS;
  usedAt = Date.now();
  if (isBack || store.get().isAttended !== isAttended()) look();
}

function look(): void {
  clearTimeout(timer);
  const now = isAttended();
  if (now) timer = setTimeout(look, usedAt + USED_WITHIN_MS - Date.now());
  store.set({ isAttended: now });
}
