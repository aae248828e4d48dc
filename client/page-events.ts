import type { LiveConnection } from "./live-connection.ts";

const REST_AFTER_MS = 30_000;

export type PageLive = Pick<LiveConnection, "start" | "stop" | "wake" | "reconnect" | "rest">;

/**
 * Notifies a connection when its page becomes visible or hidden, is frozen or restored, and when the browser is back
 * online.
 */
export function followPage(live: PageLive): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let restTimer: ReturnType<typeof setTimeout> | undefined;

  const onVisibility = () => {
    clearTimeout(restTimer);
    if (document.visibilityState === "visible") live.wake();
    else restTimer = setTimeout(() => live.rest(), REST_AFTER_MS);
  };

  document.addEventListener("visibilitychange", onVisibility, { signal });
  addEventListener("online", () => live.reconnect(), { signal });
  addEventListener("pagehide", () => live.stop(), { signal });
  addEventListener("pageshow", ({ persisted }) => persisted && live.start(), { signal });
  return () => {
    clearTimeout(restTimer);
    ending.abort();
  };
}
