/**
 * Batches lookups (the DataLoader pattern): one query for everything asked in the same tick, and one more for what
 * arrives while that runs, each for at most `most` keys. A thousand streams that open together cost a few queries.
 */
export function batchLoader<Result>(ask: (keys: ReadonlySet<string>) => Promise<Result>, most = 1_000) {
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
      asked = batch.result.catch(() => undefined);
    }
    next.keys.add(key);
    return next.result;
  };
}
