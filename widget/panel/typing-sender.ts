const SAY_EVERY_MS = 3000;

/** Notifies the other side that the visitor is typing, often enough to keep the indicator on. */
export function createTypingSender(send: () => void) {
  let saidAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = performance.now();
    send();
  };
}
