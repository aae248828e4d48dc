import { setTimeout as pause } from "node:timers/promises";

type Options = {
  /** The most keys of one query. */
  most?: number;
  /** How long a batch waits for the one before, so that a query that hangs holds up only its own. */
  patienceMs?: number;
};

/**
 * Batches lookups (the DataLoader pattern): one query for everything asked in the same tick, and one more for what
 * arrives while that runs. A thousand streams that open together cost a few queries. Each query starts after its keys were
 * asked for, so what it returns is never older than that.
 */
export function batchLoader<Result>(
  ask: (keys: ReadonlySet<string>) => Promise<Result>,
  { most = 1_000, patienceMs }: Options = {},
) {
  let next: { keys: Set<string>; result: Promise<Result> } | undefined;
  let asked: Promise<unknown> = Promise.resolve();
  return (key: string): Promise<Result> => {
    if (!next || next.keys.size >= most) {
      const keys = new Set<string>();
      const batch = {
        keys,
        result: asked.then(() => {
          if (next === batch) next = undefined;
          return ask(keys);
        }),
      };
      next = batch;
      const ended = batch.result.catch(() => undefined);
      asked = patienceMs === undefined ? ended : Promise.race([ended, pause(patienceMs, undefined, { ref: false })]);
    }
    next.keys.add(key);
    return next.result;
  };
}
