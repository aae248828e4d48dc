type Listeners = { onGained: () => void; onLost: () => void };

/**
 * Elects one of several tabs as the leader: the one that holds the lock. The others queue for it, and may take it
 * from one that hangs.
 */
export function createLeadership(locks: LockManager, name: string, { onGained, onLost }: Listeners) {
  let letGo = () => {};
  let leaveLine = () => {};
  let isOver = false;
  let isLeading = false;
  // Counts the locks that this tab got: it may take one from itself.
  let given = 0;

  const lead = () => {
    if (isLeading) return;
    isLeading = true;
    onGained();
  };

  const request = async (options: LockOptions) => {
    let mine = 0;
    try {
      await locks.request(name, options, () => {
        if (isOver) return;
        mine = ++given;
        lead();
        return new Promise<void>((resolve) => {
          letGo = resolve;
        });
      });
    } catch (error) {
      if (isOver || (mine > 0 && mine !== given)) return;
      if (mine > 0) {
        // Another tab took it and leads now; this one queues again.
        isLeading = false;
        onLost();
        queue();
      } else if (!isAbort(error)) lead();
    }
  };

  const queue = () => {
    const line = new AbortController();
    leaveLine = () => line.abort();
    void request({ signal: line.signal });
  };

  return {
    queue,
    /** Takes the lead from a tab that no longer responds. */
    take: () => {
      leaveLine();
      void request({ steal: true });
    },
    leave: () => {
      isOver = true;
      leaveLine();
      letGo();
    },
  };
}

/** It left the queue, or the lock was taken first. Anything else means that it can't have a lock. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
