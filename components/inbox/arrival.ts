import { type RefObject, useEffect } from "react";

type Target = "heading" | "reply";

let target: Target | undefined;

/** Notes where the focus is, so that the next conversation gets it in the same place. */
export function noteArrival(): void {
  const focused = document.activeElement;
  // The list keeps the focus on its selected row.
  if (focused?.closest("[data-row]")) target = undefined;
  else target = focused?.matches("textarea") ? "reply" : "heading";
}

/** Moves the focus into a conversation that opened because the one before was closed. */
export function useArrival(heading: string, reply: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = target === "reply" ? reply.current : target && document.getElementById(heading);
    target = undefined;
    element?.focus();
  }, [heading, reply]);
}
