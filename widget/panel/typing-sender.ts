const SAY_EVERY_MS = 3000;

/** Tells the other side that something is being written, often enough that they go on seeing it. */
export function createTypingSender(send: () => void) {
  let saidAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = performance.now();
    send();
  };
}
