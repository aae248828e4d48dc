/** What one process has counted since it last told, and for how long that matters. */
export type CountIncrement = { key: string; period: number; add: number; keepMs: number };

/** What all processes have counted of a key, in that window and in the one before. */
export type SharedCount = { key: string; period: number; current: number; previous: number };

/** Where processes add up their counts. */
export type SharedCounterStore = {
  /** Adds, and answers the totals. */
  add(additions: CountIncrement[]): Promise<SharedCount[]>;
};
