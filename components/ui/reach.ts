/** Whether the server can be reached, as far as somebody who keeps a connection to it knows. */
export type Reach = { isThere: () => boolean; subscribe: (listener: () => void) => () => void };

let reach: Reach | undefined;
let forget = () => {};

/** Takes this for the truth from now on; answers how to end that. */
export function provideReach(given: Reach): () => void {
  reach = given;
  return () => {
    forget();
    if (reach === given) reach = undefined;
  };
}

export const isReachable = () => reach?.isThere() ?? true;

/** Runs once the server can be reached again. Of several that wait, the last one is meant. */
export function onceReachable(run: () => void): void {
  forget();
  const unsubscribe = reach?.subscribe(() => {
    if (!isReachable()) return;
    forget();
    run();
  });
  forget = unsubscribe ?? forget;
}
