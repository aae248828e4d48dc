"use client";

import { useEffect } from "react";

const EVERY_MS = 40_000;
const USED_WITHIN_MS = 60_000;
const SIGNS_OF_USE = ["pointermove", "pointerdown", "keydown", "wheel", "focus"] as const;

/** Reports that the dashboard is visible and in use, so that the service sends no email about what's on screen. */
export function Presence() {
  useEffect(() => {
    let usedAt = Date.now();
    let sentAt = Number.NEGATIVE_INFINITY;
    const send = () => {
      const now = Date.now();
      const isUsed = document.visibilityState === "visible" && now - usedAt < USED_WITHIN_MS;
      if (!isUsed || now - sentAt < EVERY_MS) return;
      sentAt = now;
      // If this fails, an unnecessary email is sent.
      fetch("/account/presence", { method: "POST" }).catch(() => undefined);
    };
    const use = () => {
      usedAt = Date.now();
      send();
    };
    const timer = setInterval(send, EVERY_MS / 4);
    for (const sign of SIGNS_OF_USE) addEventListener(sign, use, { passive: true });
    document.addEventListener("visibilitychange", use);
    send();
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS_OF_USE) removeEventListener(sign, use);
      document.removeEventListener("visibilitychange", use);
    };
  }, []);
  return null;
}
