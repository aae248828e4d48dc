export type KeyboardDialog = "menu" | "help";

let open: ((name: KeyboardDialog) => void) | undefined;

/** Opens the command menu or the list of shortcuts, from wherever in the page. */
export const openKeyboardDialog = (name: KeyboardDialog) => open?.(name);

/** The one place that shows them says so here, and ends that with what it gets back. */
export function onKeyboardDialog(listener: (name: KeyboardDialog) => void): () => void {
  open = listener;
  return () => {
    if (open === listener) open = undefined;
  };
}
