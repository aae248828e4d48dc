import { type RefObject, useEffect, useEffectEvent } from "react";
import { commandKey, hasModifier } from "#client/pressed-key.ts";
import { bulkCopy } from "#components/catalogs/bulk.ts";
import { useCommand } from "#components/ui/commands.ts";
import { isTaken } from "#components/ui/is-taken.ts";
import { clearSelection, extendSelection, selectAll, toggleSelected, useSelection } from "./selection.ts";

const STEPS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 };

type List = {
  /** The path of its filter. */
  key: string;
  /** The rows that can be selected. */
  ids: readonly string[];
  shownId: string | undefined;
};

/** Selects rows by X, Shift with an arrow or a click, and Ctrl+A. Escape clears the selection. */
export function useSelectionKeys(scroller: RefObject<HTMLElement | null>, { key, ids, shownId }: List): void {
  const { isOn } = useSelection(key);
  const rowOf = (target: EventTarget | null) =>
    target instanceof Element && scroller.current?.contains(target)
      ? target.closest("li")?.querySelector<HTMLElement>("[data-row]")?.dataset.row
      : undefined;
  const focusedId = () => rowOf(document.activeElement);

  const toggle = () => {
    const id = focusedId() ?? shownId;
    if (id && ids.includes(id)) toggleSelected(key, id);
  };
  useCommand("select", ids.length > 0 ? bulkCopy.commands.selectOne : undefined, toggle);
  useCommand("selectAll", ids.length > 0 ? bulkCopy.selectAll : undefined, () => selectAll(key, ids));

  const extendBy = (step: 1 | -1, from: string) => {
    const to = ids[ids.indexOf(from) + step];
    if (to === undefined) return;
    extendSelection(key, ids, to, from);
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${to}"]`);
    row?.focus();
    row?.scrollIntoView({ block: "nearest" });
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTaken(event.target)) return;
    const from = focusedId();
    const step = event.shiftKey && !hasModifier(event) ? STEPS[event.key] : undefined;
    if (event.key === "Escape" && isOn) clearSelection();
    else if (step && from !== undefined) extendBy(step, from);
    else if (commandKey(event) === "a" && (isOn || from !== undefined)) selectAll(key, ids);
    else return;
    event.preventDefault();
  });

  // On a row, it would open a window.
  const onClick = useEffectEvent((event: MouseEvent) => {
    const to = event.shiftKey && event.button === 0 && !hasModifier(event) ? rowOf(event.target) : undefined;
    if (to === undefined || !ids.includes(to)) return;
    event.preventDefault();
    // A checkbox would change, too.
    event.stopPropagation();
    extendSelection(key, ids, to, focusedId() ?? shownId);
  });
  // The range begins at the row that has the focus, and no text is selected.
  const onMouseDown = useEffectEvent((event: MouseEvent) => {
    if (event.shiftKey && !hasModifier(event) && rowOf(event.target) !== undefined) event.preventDefault();
  });

  useEffect(() => {
    const element = scroller.current;
    const keyListener = (event: KeyboardEvent) => onKeyDown(event);
    const clickListener = (event: MouseEvent) => onClick(event);
    const pressListener = (event: MouseEvent) => onMouseDown(event);
    // Before a menu that the key closes.
    document.addEventListener("keydown", keyListener, { capture: true });
    element?.addEventListener("click", clickListener, { capture: true });
    element?.addEventListener("mousedown", pressListener);
    return () => {
      document.removeEventListener("keydown", keyListener, { capture: true });
      element?.removeEventListener("click", clickListener, { capture: true });
      element?.removeEventListener("mousedown", pressListener);
    };
  }, [scroller]);
}
