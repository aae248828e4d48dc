/**
 * Batches lookups (the DataLoader pattern): one query for everything asked in the same tick, and one more for what
 * arrives while that runs, each for at most `most` keys. A thousand streams that open together cost a few queries.
 */
export function batchLoader<Answer>(ask: (keys: ReadonlySet<string>) => Promise<Answer>, most = 1_000) {
  let next: { keys: Set<string>; answer: Promise<Answer> } | undefined;
  let asked: Promise<unknown> = Promise.resolve();
  return (key: string): Promise<Answer> => {
    if (!next || next.keys.size >= most) {
      const keys = new Set<string>();
      const batch = {
        keys,
        answer: asked.then(() => {
          if (next === batch) next = undefined;
          return ask(keys);
        }),
      };
      next = batch;
      asked = batch.answer.catch(() => undefined);
    }
    next.keys.add(key);
    return next.answer;
  };
}
