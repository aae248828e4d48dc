const HOLD_MS = 5000;

/** Runs in one tab of this browser only, whichever is first: eight tabs shouldn't chime eight times. */
export async function runInFirstTab(locks: LockManager | undefined, name: string, run: () => void): Promise<void> {
  if (!locks) return run();
  try {
    await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      run();
      await new Promise((resolve) => setTimeout(resolve, HOLD_MS));
    });
  } catch {
    run();
  }
}
