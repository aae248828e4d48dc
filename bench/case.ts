/** One row of the table: a metric, its reference and its goal. */
export type Row = {
  /** What's measured, in a few words. */
  what: string;
  ours: string;
  /** The same of the reference, in the same run; left out where a goal is absolute. */
  reference?: string;
  goal: string;
  /** Where the goal is one of a ratio, what it came to. */
  ratio?: number;
  isMet: boolean;
};

/** A case of the bench: it brings up what it measures, and takes it down again. */
export type BenchCase = {
  name: string;
  title: string;
  /** It takes too long for a whole run, so it has to be named. */
  isLong?: boolean;
  run(progress: (words: string) => void): Promise<CaseResult>;
};

export type CaseResult = {
  rows: Row[];
  /** What else is worth knowing of this run, a sentence each. */
  notes?: string[];
};
