/**
 * Chooses the tab that shows notifications: one of the workspace's, and none while any of them is visible. Without Web Locks (plain
 * http), each tab is on its own; browsers show no notifications there anyway.
 */
export function joinTabs(sessionName: string) {
  const locks = navigator.locks as LockManager | undefined;
  const name = `site-inbox:teller:${sessionName}`;
  const seenName = `site-inbox:seen:${sessionName}`;
  const ending = new AbortController();
  let isNotifier = !locks;
  let leave = () => {};
  let stopShowing = () => {};

  const hold = (lock: string, mode: LockMode, signal: AbortSignal, onHeld: () => void) =>
    locks
      ?.request(lock, { mode, signal }, () => {
        onHeld();
        return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      })
      .catch(() => undefined);

  const showSelf = () => {
    stopShowing();
    if (document.visibilityState !== "visible") return;
    const showing = new AbortController();
    stopShowing = () => showing.abort();
    void hold(seenName, "shared", showing.signal, () => {});
  };

  void hold(name, "exclusive", ending.signal, () => {
    isNotifier = true;
  });
  document.addEventListener("visibilitychange", showSelf, { signal: ending.signal });
  showSelf();
  leave = () => {
    ending.abort();
    stopShowing();
  };

  const isAnyTabSeen = async () => {
    if (document.visibilityState === "visible") return true;
    const { held = [] } = (await locks?.query()) ?? {};
    return held.some((lock) => lock.name === seenName);
  };

  return { shouldNotify: async () => isNotifier && !(await isAnyTabSeen()), leave };
}
