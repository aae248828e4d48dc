"use client";

import { type RefObject, useEffect, useState } from "react";

const NEAR_END_PX = 40;
const LOOK_AT = [0.5, 0.4, 0.6, 0.3, 0.7];

/**
 * The place in a thread whose scroller is reversed: it begins at its end without any code, stays there when messages come,
 * and stays where it is when earlier ones come above. What is left to do is to hold what is being read further up in its
 * place while messages come below.
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
      // Told late of our own scrolling, the next message may already have moved what is held, unseen yet.
      const isOurs = box.scrollTop === scrolledTo;
      scrolledTo = undefined;
      if (!isOurs) note();
    };

    // Between layout and drawing, so that nothing is seen to move.
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

// Reversed: the end is at 0, and what is above it below that.
const isNearEnd = (box: HTMLElement) => box.scrollTop > -NEAR_END_PX;

function messageInView(box: HTMLElement): Element | undefined {
  const { left, top, width, height } = box.getBoundingClientRect();
  for (const part of LOOK_AT) {
    const message = document.elementFromPoint(left + width / 2, top + height * part)?.closest("[data-message]");
    if (message) return message;
  }
  return undefined;
}
