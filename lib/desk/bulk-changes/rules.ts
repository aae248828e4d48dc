import { isDeepStrictEqual } from "node:util";
import type { Change } from "./schema.ts";

/** What a bulk change compares of a conversation, and restores: STATE in statements.ts. */
export type ConversationState = {
  seq: number;
  status: "open" | "closed";
  spam: boolean;
  assignee: string | null;
  starred: boolean;
  snoozed: boolean;
  until: string | null;
  settled: boolean;
  woken: string | null;
  wokenBy: string | null;
  labels: string[];
};

const differing = (one: readonly string[], other: readonly string[]) => one.filter((id) => !other.includes(id));

/** Returns the change that leads from one state of a conversation back to the one before, except that it woke. */
export function reverseOf(before: ConversationState, after: ConversationState): Change {
  const { seq: _, woken: __, wokenBy: ___, snoozed, until, labels, settled, ...simple } = before;
  const [add, remove] = [differing(labels, after.labels), differing(after.labels, labels)];
  const wasSnoozedSo = snoozed === after.snoozed && until === after.until;
  const changed = Object.entries(simple).filter(([name, value]) => after[name as keyof typeof simple] !== value);
  return {
    ...Object.fromEntries(changed),
    ...(settled !== after.settled && { noReplyNeeded: settled }),
    ...(add.length + remove.length > 0 && { labels: { add, remove } }),
    ...(!wasSnoozedSo && { snooze: snoozed ? { until } : null }),
  };
}

/** Groups ids by what's to be done with them. */
export function groupByChange(wanted: readonly { id: string; change: Change }[]): { ids: string[]; change: Change }[] {
  const groups: { ids: string[]; change: Change }[] = [];
  for (const { id, change } of wanted) {
    const same = groups.find((group) => isDeepStrictEqual(group.change, change));
    if (same) same.ids.push(id);
    else groups.push({ ids: [id], change });
  }
  return groups;
}
