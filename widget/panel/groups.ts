import type { SentMessage, UnsentMessage } from "./message.ts";

export type ListItem = {
  key: string;
  body: string;
  mine: boolean;
  at: Date;
  state: "sent" | UnsentMessage["state"];
  why?: string;
};

export type Group = { key: string; mine: boolean; at: Date; items: ListItem[] };
export type Day = { key: string; at: Date; groups: Group[] };

const GROUP_SPAN_MS = 5 * 60_000;

export function toItems(messages: readonly SentMessage[], unsent: readonly UnsentMessage[]): ListItem[] {
  const sent = messages.map(
    ({ key, body, senderType, createdAt }): ListItem => ({
      key,
      body,
      mine: senderType === "visitor",
      at: new Date(createdAt),
      state: "sent",
    }),
  );
  const pending = unsent.map(
    ({ key, body, createdAt, state, why }): ListItem => ({
      key,
      body,
      mine: true,
      at: new Date(createdAt),
      state,
      ...(why && { why }),
    }),
  );
  return [...sent, ...pending];
}

/** The reader's days, and in them the runs of one sender within five minutes. */
export function groupByDay(items: readonly ListItem[]): Day[] {
  const days: Day[] = [];
  for (const item of items) {
    const date = item.at.toDateString();
    let day = days.at(-1);
    if (!day || day.at.toDateString() !== date) {
      day = { key: `${date} ${item.key}`, at: item.at, groups: [] };
      days.push(day);
    }
    const group = day.groups.at(-1);
    if (group && group.mine === item.mine && item.at.getTime() - group.at.getTime() < GROUP_SPAN_MS) {
      group.items.push(item);
    } else {
      day.groups.push({ key: item.key, mine: item.mine, at: item.at, items: [item] });
    }
  }
  return days;
}
