import { type RefObject, useEffectEvent, useLayoutEffect } from "react";
import type { Mode } from "#components/notes/use-mode.ts";

/** What a box has besides its draft, which is stored. */
export type Handover = {
  mode: Mode;
  selection: readonly [start: number, end: number, direction: "forward" | "backward" | "none"];
  /** Where the list was dismissed. */
  dismissed: number | undefined;
  /** The option that Enter chooses. */
  option: string | undefined;
  enteredAhead: boolean;
};

let handed: { id: string; box: Handover } | undefined;

/**
 * Passes what someone is doing in a conversation's box on to the box that replaces it in the same moment: the one below
 * its messages, once they're there. No key comes between.
 */
export function useHandover(
  id: string,
  area: RefObject<HTMLTextAreaElement | null>,
  rest: () => Omit<Handover, "selection">,
  onTake: (box: Handover) => void,
): void {
  const note = useEffectEvent((box: HTMLTextAreaElement) => {
    const { selectionStart, selectionEnd, selectionDirection } = box;
    handed = { id, box: { ...rest(), selection: [selectionStart, selectionEnd, selectionDirection] } };
  });
  const take = useEffectEvent(onTake);
  useLayoutEffect(() => {
    const box = handed?.id === id ? handed.box : undefined;
    handed = undefined;
    if (box && area.current) {
      area.current.focus();
      area.current.setSelectionRange(...box.selection);
      take(box);
    }
    return () => {
      // React runs this before it takes the box out of the page.
      if (area.current && document.activeElement === area.current) note(area.current);
    };
  }, [id, area]);
}
