"use client";

import { useKnown } from "#components/live/use-known.ts";

/** Heads an inbox that was empty when it was opened. */
export function FirstHeading() {
  const hasCome = useKnown().size > 0;
  return (
    <h1 className="text-2xl font-semibold tracking-tight text-balance">
      {hasCome ? "The first message is here" : "No messages yet"}
    </h1>
  );
}
