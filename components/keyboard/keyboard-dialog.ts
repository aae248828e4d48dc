export type KeyboardDialog = "menu" | "help";

let open: ((name: KeyboardDialog) => void) | undefined;

/** Opens the command menu or the list of shortcuts, from anywhere in the page. */
export const openKeyboardDialog = (name: KeyboardDialog) => open?.(name);

/** Registers the component that shows the dialogs. Returns a function that unregisters it. */
export function onKeyboardDialog(listener: (name: KeyboardDialog) => void): () => void {
  open = listener;
  return () => {
    if (open === listener) open = undefined;
  };
}
