/**
 * Asks once for all who want to know in the same moment, and for those who come while an answer is awaited once more after
 * it: a thousand streams that open together ask a few times.
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
