"use client";

import { useEffect, useState } from "react";
import { generalCopy } from "#components/catalogs/general.ts";
import { useReader } from "#components/time/reader.tsx";
import { fullTime } from "#components/time/time-words.ts";

const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** How long ago something was, such as "5 seconds ago". It counts on. */
export function TimeAgo({ at }: { at: string }) {
  const reader = useReader();
  const [now, setNow] = useState(reader.now);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ["second", 1];
  const ago = new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-Math.floor(seconds / size), unit);
  return (
    <time dateTime={at} title={fullTime(new Date(at), reader)} suppressHydrationWarning>
      {seconds === 0 ? generalCopy.justNow : ago}
    </time>
  );
}
