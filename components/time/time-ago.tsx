"use client";

import { useReader } from "./reader.tsx";
import { fullTime, hourlyTime } from "./time-words.ts";

/** Shows how long ago something was whose time is stored at most once an hour. */
export function TimeAgo({ at }: { at: string }) {
  const reader = useReader();
  const date = new Date(at);
  return (
    <time dateTime={at} title={fullTime(date, reader)} suppressHydrationWarning>
      {hourlyTime(date, reader)}
    </time>
  );
}
