"use client";

import { useMemo, useRef } from "react";
import type { Unsent } from "#client/unsent.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useReader } from "#components/time/reader.tsx";
import type { MessageJson } from "#lib/messages/schema.ts";
import { type DayOfMessages, groupMessages } from "./group-messages.ts";
import { threadItems } from "./thread-items.ts";

/** The thread as it is drawn: days, groups, the last message of all, and the place of the last stored one. */
export function useThreadDays(messages: readonly MessageJson[], unsent: readonly Unsent[]) {
  const { keyOf } = useLive().replies;
  const { timeZone } = useReader();
  const before = useRef<DayOfMessages[]>([]);
  return useMemo(() => {
    const items = threadItems(messages, unsent, keyOf);
    const days = groupMessages(items, { timeZone }, before.current);
    before.current = days;
    return { days, last: items.at(-1), lastSeq: messages.at(-1)?.seq ?? 0 };
  }, [messages, unsent, keyOf, timeZone]);
}
