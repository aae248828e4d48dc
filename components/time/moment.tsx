"use client";

import { type Reader, useReader } from "./reader.tsx";
import {
  clockTime,
  dayWords,
  exactTime,
  fullTime,
  listTime,
  pastTime,
  shortDate,
  shortTime,
  untilTime,
} from "./time-words.ts";

const WORDS: Record<Form, (at: Date, reader: Reader) => string> = {
  short: shortTime,
  exact: exactTime,
  list: listTime,
  date: shortDate,
  day: dayWords,
  clock: clockTime,
  past: pastTime,
  until: untilTime,
};

type Form = "short" | "exact" | "list" | "date" | "day" | "clock" | "past" | "until";

/** Formats a time for the reader. */
export function Moment({ at, form, className }: { at: string; form: Form; className?: string }) {
  const reader = useReader();
  const date = new Date(at);
  // The server's and the browser's locale data may differ slightly, which is fine.
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
