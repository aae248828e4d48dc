"use client";

import { useEffect } from "react";

const EVERY_MS = 40_000;
const USED_WITHIN_MS = 60_000;
const SIGNS_OF_USE = ["pointermove", "pointerdown", "keydown", "wheel", "focus"] as const;

/** Tells the service that somebody looks at the dashboard and uses it, so that it sends no mail of what they see. */
export function Presence() {
  useEffect(() => {
    let usedAt = Date.now();
    let toldAt = Number.NEGATIVE_INFINITY;
    const tell = () => {
      const now = Date.now();
      const isUsed = document.visibilityState === "visible" && now - usedAt < USED_WITHIN_MS;
      if (!isUsed || now - toldAt < EVERY_MS) return;
      toldAt = now;
      // Where this fails a mail is sent that need not have been.
      fetch("/account/presence", { method: "POST" }).catch(() => undefined);
    };
    const use = () => {
      usedAt = Date.now();
      tell();
    };
    const timer = setInterval(tell, EVERY_MS / 4);
    for (const sign of SIGNS_OF_USE) addEventListener(sign, use, { passive: true });
    document.addEventListener("visibilitychange", use);
    tell();
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS_OF_USE) removeEventListener(sign, use);
      document.removeEventListener("visibilitychange", use);
    };
  }, []);
  return null;
}
