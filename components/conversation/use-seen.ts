"use client";

import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { isAttended, onAttention } from "#components/live/attention.ts";

const IN_VIEW_MS = 1_000;

/** The last message and the last note that someone saw. */
export type Position = { seenSeq: number; seenNote: number };

/**
 * Returns a function that says what the reader has seen: the last message and note that were at the end of the thread, in
 * view of a person, for at least a second. What the page brought counts as seen.
 */
export function useSeen({ seenSeq, seenNote }: Position, isAtEnd: boolean): () => Position {
  const seen = useRef({ seenSeq, seenNote });
  const isInView = useSyncExternalStore(onAttention, isAttended, () => false);
  const note = useEffectEvent(() => {
    const before = seen.current;
    seen.current = { seenSeq: Math.max(before.seenSeq, seenSeq), seenNote: Math.max(before.seenNote, seenNote) };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when something arrives.
  useEffect(() => {
    if (!isInView || !isAtEnd) return undefined;
    const timer = setTimeout(() => note(), IN_VIEW_MS);
    return () => clearTimeout(timer);
  }, [isInView, isAtEnd, seenSeq, seenNote]);
  return () => seen.current;
}
