import type { Reader } from "#components/time/reader.tsx";
import { dayOf } from "#components/time/time-words.ts";
import type { ThreadItem } from "./thread-items.ts";

/** Consecutive messages of one sender, or events. `isNew` begins what's new to the writer of a held reply. */
export type MessageGroup = Pick<ThreadItem, "sender" | "senderId" | "senderName" | "senderPhotoUrl"> & {
  key: string;
  at: string;
  items: ThreadItem[];
  isNew: boolean;
};
/** Groups that the browser lays out, or skips, together. Chunks start at fixed positions. */
export type MessageChunk = { key: string; groups: MessageGroup[] };
export type DayOfMessages = { key: string; at: string; chunks: MessageChunk[] };

type Zone = Pick<Reader, "timeZone">;
/** How to group: by the days of a zone, with a group that begins at the item with this key. */
type Grouping = Zone & { newFrom?: string | undefined };

const GROUP_SPAN_MS = 5 * 60_000;
const CHUNK_SEQS = 64;

/**
 * Groups messages by the reader's days, and within them by sender and five minutes. Days, chunks and groups that
 * haven't changed are the same objects as before, so that one more message doesn't render a long conversation again.
 */
export function groupMessages(
  items: readonly ThreadItem[],
  { newFrom, ...zone }: Grouping,
  before: readonly DayOfMessages[] = [],
): DayOfMessages[] {
  const days: DayOfMessages[] = [];
  for (const item of items) {
    const key = dayKeyOf(item, zone);
    let day = days.at(-1);
    if (day?.key !== key) {
      day = { key, at: item.createdAt, chunks: [] };
      days.push(day);
    }
    addToDay(day, item, item.key === newFrom);
  }
  return keepSame(days, before, (day, old) => {
    const chunks = keepSame(day.chunks, old.chunks, (chunk, oldChunk) => {
      const groups = keepSame(chunk.groups, oldChunk.groups, (group, oldGroup) =>
        group.isNew === oldGroup.isNew && isSame(group.items, oldGroup.items) ? oldGroup : group,
      );
      return isSame(groups, oldChunk.groups) ? oldChunk : { ...chunk, groups };
    });
    return day.at === old.at && isSame(chunks, old.chunks) ? old : { ...day, chunks };
  });
}

function addToDay({ chunks }: DayOfMessages, item: ThreadItem, isNew: boolean): void {
  const last = chunks.at(-1);
  const group = last?.groups.at(-1);
  const isSoonAfter = group && Date.parse(item.createdAt) - Date.parse(group.at) < GROUP_SPAN_MS;
  if (isSoonAfter && !isNew && group.sender === item.sender && group.senderId === item.senderId) {
    group.items.push(item);
    return;
  }
  const { key: first, sender, senderId, senderName, senderPhotoUrl, createdAt: at } = item;
  const next = { key: first, sender, senderId, senderName, senderPhotoUrl, at, items: [item], isNew };
  // Notes, events and unsent messages are grouped with the stored message before them.
  const key = item.seq === undefined && last ? last.key : String(Math.floor((item.seq ?? 0) / CHUNK_SEQS));
  if (last?.key === key) last.groups.push(next);
  else chunks.push({ key, groups: [next] });
}

const dayKeys = new WeakMap<ThreadItem, { timeZone: string; key: string }>();

// Computing the day is slow for ten thousand messages.
function dayKeyOf(item: ThreadItem, { timeZone }: Zone): string {
  const known = dayKeys.get(item);
  if (known?.timeZone === timeZone) return known.key;
  const key = dayOf(new Date(item.createdAt), { timeZone });
  dayKeys.set(item, { timeZone, key });
  return key;
}

function keepSame<T extends { key: string }>(now: T[], before: readonly T[], keep: (one: T, old: T) => T): T[] {
  const known = new Map(before.map((one) => [one.key, one]));
  return now.map((one) => {
    const old = known.get(one.key);
    return old ? keep(one, old) : one;
  });
}

const isSame = <T>(one: readonly T[], other: readonly T[]) =>
  one.length === other.length && one.every((item, at) => item === other[at]);

/*
 * The visitor's read position, limited to a part of the thread. It changes only if that part does, so that no other
 * part is rendered again.
 */

export function seenInGroup({ sender, items }: MessageGroup, seenUpTo: number): number {
  return sender === "owner" ? within(seenUpTo, items[0]?.seq, items.findLast(({ seq }) => seq)?.seq) : 0;
}

export function seenInChunk({ groups }: MessageChunk, seenUpTo: number): number {
  const last = groups.at(-1)?.items.findLast(({ seq }) => seq)?.seq;
  return within(seenUpTo, groups[0]?.items[0]?.seq, last ?? seenUpTo);
}

// Without a first `seq`, nothing of the part is stored or seen.
function within(seenUpTo: number, first: number | undefined, last: number | undefined): number {
  return first === undefined || last === undefined ? 0 : Math.min(Math.max(seenUpTo, first - 1), last);
}
