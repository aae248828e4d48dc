"use client";

import { useEffect } from "react";

const KEYBOARD_MIN_PX = 120;

/**
 * Keeps the page above an on-screen keyboard where the browser lays the keyboard over the page. Sets the variables that
 * the dashboard's frame is sized by.
 */
export function PhoneKeyboard() {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const { style } = document.documentElement;
    const fit = () => {
      // Pinch zoom shrinks the visible part, too.
      if (view.scale > 1.01) return;
      const isOpen = window.innerHeight - view.height > KEYBOARD_MIN_PX;
      style.setProperty("--visible-height", isOpen ? `${view.height}px` : "");
      style.setProperty("--visible-top", isOpen ? `${view.offsetTop}px` : "");
    };
    const ending = new AbortController();
    view.addEventListener("resize", fit, { signal: ending.signal });
    view.addEventListener("scroll", fit, { signal: ending.signal });
    return () => ending.abort();
  }, []);
  return null;
}
