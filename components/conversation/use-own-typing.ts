"use client";

import { useRef } from "react";
import { callApi } from "#components/api/call-api.ts";

const EVERY_MS = 3000;

/** Tells the visitor that the owner is writing, now and then. */
export function useOwnTyping(conversationId: string): () => void {
  const toldAt = useRef(0);
  return () => {
    if (Date.now() - toldAt.current < EVERY_MS) return;
    toldAt.current = Date.now();
    void callApi(`/conversations/${conversationId}/typing`, { method: "POST" });
  };
}
