/** What one process has counted since its last sync, and how long that matters. */
export type CountIncrement = { key: string; period: number; add: number; keepMs: number };

/** What all processes have counted for a key, in this window and the one before. */
export type SharedCount = { key: string; period: number; current: number; previous: number };

/** Adds up the counts of all processes. */
export type SharedCounterStore = {
  /** Adds the increments and returns the totals. */
  add(additions: CountIncrement[]): Promise<SharedCount[]>;
};
