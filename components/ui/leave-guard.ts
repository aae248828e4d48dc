type Ask = (leave: () => void) => void;

let ask: Ask | undefined;

/** Asks before the page is left, while it has something unsaved. Returns a function that stops it. */
export function guardLeaving(question: Ask): () => void {
  ask = question;
  const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener("beforeunload", onUnload);
  return () => {
    removeEventListener("beforeunload", onUnload);
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
