"use client";

import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { useReader } from "#components/time/reader.tsx";
import { clockWords, durationWords, fullTime } from "#components/time/time-words.ts";

const NowContext = createContext(0);
const SECOND_MS = 1_000;

/** Moves all clocks below once a second, by the server's time. `at` is when the server rendered the page. */
export function WaitClocks({ at, children }: { at: number; children: ReactNode }) {
  const [now, setNow] = useState(at);
  useEffect(() => {
    const ahead = at - Date.now();
    const timer = setInterval(() => setNow(Date.now() + ahead), SECOND_MS);
    return () => clearInterval(timer);
  }, [at]);
  return <NowContext value={now}>{children}</NowContext>;
}

/** How long a visitor has waited, to the second. */
export function WaitClock({ since }: { since: string }) {
  const reader = { ...useReader(), now: use(NowContext) };
  const at = new Date(since);
  return (
    <time dateTime={since} title={fullTime(at, reader)} lang={reader.language} suppressHydrationWarning>
      <span aria-hidden suppressHydrationWarning>
        {clockWords(at, reader)}
      </span>
      <span className="sr-only" suppressHydrationWarning>
        {inboxCopy.waitingFor(durationWords(at, reader, "long"))}
      </span>
    </time>
  );
}
