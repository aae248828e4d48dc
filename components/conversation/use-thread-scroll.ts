"use client";

import { type RefObject, useEffect, useState } from "react";

const NEAR_END_PX = 40;
const LOOK_AT = [0.5, 0.4, 0.6, 0.3, 0.7];

/**
 * Controls the scroll position of a thread whose scroller is reversed. It starts at the end, stays there when
 * messages arrive, and keeps its position when earlier ones are added above, all without code. This holds what the
 * reader sees further up in place while messages arrive below.
 */
export function useThreadScroll(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const [isAtEnd, setAtEnd] = useState(true);

  useEffect(() => {
    const [box, inner] = [scroller.current, content.current];
    if (!box || !inner) return;
    let held: { message: Element; top: number } | undefined;
    let scrolledTo: number | undefined;

    const topOf = (message: Element) => message.getBoundingClientRect().top - box.getBoundingClientRect().top;
    const note = () => {
      const isNear = isNearEnd(box);
      setAtEnd(isNear);
      const message = isNear ? undefined : messageInView(box);
      held = message && { message, top: topOf(message) };
    };
    const hold = () => {
      if (!held?.message.isConnected) return;
      const before = box.scrollTop;
      box.scrollTop += topOf(held.message) - held.top;
      if (box.scrollTop !== before) scrolledTo = box.scrollTop;
    };
    const onScroll = () => {
      // The event of our own scrolling comes late: the next message may already have moved what's held.
      const isOurs = box.scrollTop === scrolledTo;
      scrolledTo = undefined;
      if (!isOurs) note();
    };

    // Runs between layout and paint, so that nothing visibly moves.
    const observer = new ResizeObserver((entries) => {
      if (entries.some(({ target }) => target === box)) note();
      else hold();
    });
    observer.observe(box);
    observer.observe(inner);
    box.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", onScroll);
    };
  }, [scroller, content]);

  return { isAtEnd, scrollToEnd: () => scroller.current?.scrollTo({ top: 0 }) };
}

// In a reversed scroller, the end is 0 and everything above it is negative.
const isNearEnd = (box: HTMLElement) => box.scrollTop > -NEAR_END_PX;

function messageInView(box: HTMLElement): Element | undefined {
  const { left, top, width, height } = box.getBoundingClientRect();
  for (const part of LOOK_AT) {
    const message = document.elementFromPoint(left + width / 2, top + height * part)?.closest("[data-message]");
    if (message) return message;
  }
  return undefined;
}
