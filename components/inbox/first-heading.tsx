"use client";

import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { useKnown } from "#components/live/use-known.ts";

/** The heading of an inbox that was empty when it was opened. */
export function FirstHeading() {
  const hasCome = useKnown().size > 0;
  return (
    <h1 className="text-2xl font-semibold tracking-tight text-balance">
      {hasCome ? inboxCopy.firstMessageTitle : inboxCopy.noMessagesTitle}
    </h1>
  );
}
