const TYPED_INTO =
  "textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [type=submit])";

/** Whether a key press belongs to something other than the page: a field, a dialog, an open menu. */
export function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector("dialog[open]")) return true;
  return target instanceof Element && target.closest(`${TYPED_INTO}, details[open]`) !== null;
}
