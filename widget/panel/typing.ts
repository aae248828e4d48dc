const SAY_EVERY_MS = 3000;
const SHOW_MS = 6000;

/** Tells the other side that something is being written, often enough that they go on seeing it. */
export function createTypingSender(send: () => void) {
  let saidAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = performance.now();
    send();
  };
}

/** Shows that the other side is writing until it has not been told for a while. */
export function createTypingSign(show: (isTyping: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    show(false);
  };
  return {
    begin: () => {
      clearTimeout(timer);
      timer = setTimeout(end, SHOW_MS);
      show(true);
    },
    end,
  };
}
