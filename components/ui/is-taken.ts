const TYPED_INTO =
  "textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [type=submit])";

/** Whether a key press belongs to something other than the page: a field, a dialog, an open menu. */
export function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector("dialog[open]")) return true;
  if (!(target instanceof Element)) return false;
  // A dialog that was just closed may have the focus until it's gone.
  return target.closest(`${TYPED_INTO}, details[open]`) !== null && target.closest("dialog:not([open])") === null;
}
