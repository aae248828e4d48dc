/** The time and its timers, handed in so that a test need not wait for them. */
export type Clock = {
  now: () => number;
  /** Runs once after that many milliseconds; returns a function that cancels it. */
  after: (ms: number, run: () => void) => () => void;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
