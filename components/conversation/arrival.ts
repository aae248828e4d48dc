import { type RefObject, useLayoutEffect } from "react";

type Place = "heading" | "reply";

let expected: { id: string; place: Place } | undefined;

/** Notes where the focus is, so that the conversation that opens next gets it in the same place: in the list, on its row at once. */
export function noteArrival(id: string): void {
  const focused = document.activeElement;
  const isInList = focused?.closest("[data-row]");
  expected = isInList ? undefined : { id, place: focused?.matches("textarea") ? "reply" : "heading" };
  if (!isInList) return;
  // The next key is about the conversation that's coming, and not dropped because another row has the focus.
  const row = document.querySelector<HTMLElement>(`[data-row="${id}"]`);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}

/** Moves the focus into the reply box of a conversation whose messages are still loading, if it's expected there. */
export function useFirstArrival(id: string, reply: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (expected?.id !== id || expected.place !== "reply" || !reply.current) return;
    expected = { id, place: "heading" };
    reply.current.focus();
  }, [id, reply]);
}

// The reader may have gone on to a field meanwhile.
const isInField = () => document.activeElement?.closest("textarea, input, dialog") !== null;

/** Moves the focus into a conversation that opened because the one before was closed, or the closing was undone. */
export function useArrival(id: string, heading: string, reply: RefObject<HTMLElement | null>): void {
  // Before the next key is handled, which may move the focus on.
  useLayoutEffect(() => {
    const place = expected?.id === id ? expected.place : undefined;
    expected = undefined;
    const element = place === "reply" ? reply.current : place && document.getElementById(heading);
    if (!isInField()) element?.focus();
  }, [id, heading, reply]);
}
