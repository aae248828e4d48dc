import type { Clock } from "#client/clock.ts";

/** A clock that a test moves. What is due at a moment runs in the order of its time. */
export function manualClock() {
  let now = 1_800_000_000_000;
  let timers: { at: number; run: () => void }[] = [];

  const clock: Clock = {
    now: () => now,
    after: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  };

  /** Lets pending promises settle. */
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  };

  const pass = async (ms: number) => {
    const end = now + ms;
    await settle();
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
      if (!next) break;
      timers = timers.filter((one) => one !== next);
      now = Math.max(now, next.at);
      next.run();
      await settle();
    }
    now = end;
    await settle();
  };

  return { clock, pass, settle };
}
