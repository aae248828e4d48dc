type Listeners = { onGained: () => void; onLost: () => void };

/** One of several tabs leads: whoever holds the lock. The others wait in line, and may take it from one that hangs. */
export function createLeadership(locks: LockManager, name: string, { onGained, onLost }: Listeners) {
  let letGo = () => {};
  let leaveLine = () => {};
  let isOver = false;
  let isLeading = false;
  // Counts the locks that this tab was given: it may take one from itself.
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
        // Somebody took it, and leads now; this tab goes back into line.
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
    /** Takes the lead from a tab that does not answer any more. */
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

/** It left the line, or the lock was taken before it was told. Anything else means that it can have no lock at all. */
function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
