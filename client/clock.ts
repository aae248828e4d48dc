/** The time and timers, passed in so that tests don't have to wait. */
export type Clock = {
  now: () => number;
  /** Runs once after that many milliseconds. Returns a function that cancels it. */
  after: (ms: number, run: () => void) => () => void;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
