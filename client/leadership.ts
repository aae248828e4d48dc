type Listeners = { onGained: () => void; onLost: () => void };

/** One of several tabs leads: whoever holds the lock. The others wait in line, and may take it from one that hangs. */
export function createLeadership(locks: LockManager, name: string, { onGained, onLost }: Listeners) {
  let letGo = () => {};
  let leaveLine = () => {};
  let isOver = false;

  const request = async (options: LockOptions) => {
    let isLeading = false;
    try {
      await locks.request(name, options, () => {
        if (isOver) return;
        isLeading = true;
        onGained();
        return new Promise<void>((resolve) => {
          letGo = resolve;
        });
      });
    } catch {
      if (isOver) return;
      // Somebody took it, and leads now; this tab goes back into line. Or it may hold no lock at all and leads for itself.
      if (isLeading) {
        onLost();
        queue();
      } else if (!isAborted(options)) onGained();
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

function isAborted({ signal }: LockOptions): boolean {
  return signal?.aborted ?? false;
}
