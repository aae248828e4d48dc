/**
 * Batches lookups (the DataLoader pattern): one query for everything asked in the same tick, and one more for what
 * arrives while that runs. A thousand streams that open together cost a few queries.
 */
export function batchLoader<Answer>(ask: (ids: ReadonlySet<string>) => Promise<Answer>) {
  let next: { ids: Set<string>; answer: Promise<Answer> } | undefined;
  let asked: Promise<unknown> = Promise.resolve();
  return (id: string): Promise<Answer> => {
    if (!next) {
      const ids = new Set<string>();
      const answer = asked.then(() => {
        next = undefined;
        return ask(ids);
      });
      next = { ids, answer };
      asked = answer.catch(() => undefined);
    }
    next.ids.add(id);
    return next.answer;
  };
}
