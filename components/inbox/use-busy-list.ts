import { type RefObject, useEffect, useEffectEvent } from "react";

const AT_TOP_PX = 4;

// Outside the component, because opening a conversation replaces the list under a pointer that hasn't moved.
let isPointerInside = false;

// Includes the header, which has the button that updates the list.
const placeOf = (scroller: HTMLElement) => scroller.parentElement ?? scroller;

// The heading gets the focus that was lost with a closed conversation.
const FOCUSED = ":has(:focus-visible:not(h1, h2))";

/** Whether the reader is busy with a list, so that nothing in it may move. */
export function isListBusy(scroller: HTMLElement): boolean {
  return isPointerInside || scroller.scrollTop > AT_TOP_PX || placeOf(scroller).matches(FOCUSED);
}

/**
 * Calls back when the reader may be done with the list: the pointer or the focus left it, or it's scrolled to the
 * top.
 */
export function useListRelease(scroller: RefObject<HTMLElement | null>, onRelease: () => void): void {
  const release = useEffectEvent(() => {
    if (scroller.current && !isListBusy(scroller.current)) onRelease();
  });

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const ending = new AbortController();
    const options = { signal: ending.signal, passive: true };
    const setInside = (isInside: boolean) => {
      isPointerInside = isInside;
      release();
    };
    const onPointerOver = ({ target }: Event) => setInside(target instanceof Node && element.contains(target));
    // A lifted finger has no position.
    const onPointerUp = ({ pointerType }: PointerEvent) => pointerType !== "mouse" && setInside(false);
    document.addEventListener("pointerover", onPointerOver, options);
    document.addEventListener("pointerup", onPointerUp, options);
    document.addEventListener("pointercancel", onPointerUp, options);
    document.documentElement.addEventListener("pointerleave", () => setInside(false), options);
    element.addEventListener("scroll", () => release(), options);
    // The focus has moved only after this event.
    placeOf(element).addEventListener("focusout", () => queueMicrotask(() => release()), options);
    return () => ending.abort();
  }, [scroller]);
}
