type Ask = (leave: () => void) => void;

let ask: Ask | undefined;

/** Asks before the page is left, while it has something unsaved. Returns a function that stops it. */
export function guardLeaving(question: Ask): () => void {
  ask = question;
  const guarding = new AbortController();
  const { signal } = guarding;
  addEventListener("beforeunload", (event) => event.preventDefault(), { signal });
  // Back and forward. Not every browser has it, and none lets a page hold back someone who hasn't touched it.
  globalThis.navigation?.addEventListener(
    "navigate",
    (event) => {
      if (event.navigationType !== "traverse" || !event.cancelable) return;
      event.preventDefault();
      const { key } = event.destination;
      question(() => {
        guarding.abort();
        navigation.traverseTo(key);
      });
    },
    { signal },
  );
  return () => {
    guarding.abort();
    if (ask === question) ask = undefined;
  };
}

/** Leaves the page, or asks first whether to. */
export function leavePage(leave: () => void): void {
  if (ask) ask(leave);
  else leave();
}

/** Whether leaving the page needs a question. */
export const isLeavingGuarded = () => ask !== undefined;
