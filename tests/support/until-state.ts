import type { Readable } from "#client/store.ts";

/** Waits until a watched value is as it should be. */
export function untilState<T>(store: Readable<T>, isRight: (state: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    const look = () => {
      const state = store.get();
      if (!isRight(state)) return;
      unsubscribe();
      resolve(state);
    };
    const unsubscribe = store.subscribe(look);
    look();
  });
}
