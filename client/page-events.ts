import type { LiveConnection } from "./live-connection.ts";

const REST_AFTER_MS = 30_000;

export type PageLive = Pick<LiveConnection, "start" | "stop" | "wake" | "reconnect" | "rest">;

/** Tells a connection what becomes of its page: seen, hidden, put away and brought back, and online again. */
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
