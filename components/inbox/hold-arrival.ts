import { use } from "react";

let held: Promise<void> | undefined;

/**
 * Suspends the page of a conversation that was loading while the reader is in the middle of something that ends with the
 * view shown until then: a dialog, or a word of an input method.
 */
export function useHeldArrival(id: string | undefined): void {
  const view = typeof document === "undefined" ? null : document.querySelector(`[data-coming="${id}"]`);
  const isBusy = () => view?.isConnected === true && view.querySelector("dialog[open], [data-busy]") !== null;
  if (!view || !isBusy()) return;
  held ??= new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (isBusy()) return;
      observer.disconnect();
      held = undefined;
      resolve();
    });
    observer.observe(document, { subtree: true, childList: true, attributeFilter: ["open", "data-busy"] });
  });
  use(held);
}
