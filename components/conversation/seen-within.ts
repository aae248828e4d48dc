import type { MessageGroup, Stretch } from "./group-messages.ts";

/*
 * The visitor's read position within a part of the thread: the same number for as long as it changes nothing there, so that
 * only the parts it crosses are rendered again.
 */

export function seenInGroup({ sender, items }: MessageGroup, seenUpTo: number): number {
  return sender === "owner" ? within(seenUpTo, items[0]?.seq, items.findLast(({ seq }) => seq)?.seq) : 0;
}

export function seenInStretch({ groups }: Stretch, seenUpTo: number): number {
  const last = groups.at(-1)?.items.findLast(({ seq }) => seq)?.seq;
  return within(seenUpTo, groups[0]?.items[0]?.seq, last ?? seenUpTo);
}

// Without a first there is nothing stored, and nothing to be seen.
function within(seenUpTo: number, first: number | undefined, last: number | undefined): number {
  return first === undefined || last === undefined ? 0 : Math.min(Math.max(seenUpTo, first - 1), last);
}
