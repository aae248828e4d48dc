"use client";

import { useEffect } from "react";
import { isAttended, onAttention } from "./attention.ts";

const EVERY_MS = 40_000;

/** Reports that the dashboard is in view, so that the service sends no email about what's on screen. */
export function Presence() {
  useEffect(() => {
    let sentAt = Number.NEGATIVE_INFINITY;
    const send = () => {
      const now = Date.now();
      if (!isAttended() || now - sentAt < EVERY_MS) return;
      sentAt = now;
      // If this fails, an unnecessary email is sent.
      fetch("/account/presence", { method: "POST" }).catch(() => undefined);
    };
    const timer = setInterval(send, EVERY_MS / 4);
    const unsubscribe = onAttention(send);
    send();
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, []);
  return null;
}
