"use client";

import { type Reader, useReader } from "./reader.tsx";
import { clockTime, dayWords, fullTime, shortDate, shortTime } from "./time-words.ts";

const WORDS: Record<Form, (at: Date, reader: Reader) => string> = {
  short: shortTime,
  date: shortDate,
  day: dayWords,
  clock: clockTime,
};

type Form = "short" | "date" | "day" | "clock";

/** A moment in the reader's words. */
export function Moment({ at, form, className }: { at: string; form: Form; className?: string }) {
  const reader = useReader();
  const date = new Date(at);
  // Another version of the same language data may put it a little differently; that is no mistake.
  return (
    <time
      dateTime={at}
      title={fullTime(date, reader)}
      lang={reader.language}
      className={className}
      suppressHydrationWarning
    >
      {WORDS[form](date, reader)}
    </time>
  );
}
