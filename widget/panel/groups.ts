import type { Message } from "#client/live-event.ts";
import type { Unsent } from "#client/unsent.ts";
import type { ChatState } from "./chat-state.ts";
import { isRefused, wordsForUnsent } from "./problem.ts";
import { say } from "./words.ts";

export type ListItem = {
  key: string;
  body: string;
  /** Its files: with links once it's stored. Until then `uploads` describes them. */
  files?: Message["files"] | Unsent["files"];
  uploads?: Unsent["uploads"];
  mine: boolean;
  /** Who replied, if it's shown. */
  senderName?: string;
  senderPhotoUrl?: string;
  at: Date;
  state: "sent" | "seen" | Unsent["state"];
  /** The newest message that the owner has seen, which says so. */
  isNewestSeen?: boolean;
  /** Why it hasn't been sent. */
  why?: string;
  actions?: ("retry" | "edit")[];
};

export type Group = Pick<ListItem, "key" | "mine" | "senderName" | "senderPhotoUrl" | "at"> & { items: ListItem[] };
export type GroupedDay = { key: string; at: Date; groups: Group[] };

const GROUP_SPAN_MS = 5 * 60_000;

type ItemState = Pick<ChatState, "messages" | "keys" | "unsent" | "ownerRead" | "isOnline">;

/** Merges the stored and the unsent messages into the list that is shown. */
export function toItems({ messages, keys, unsent, ownerRead, isOnline }: ItemState): ListItem[] {
  const isSeen = ({ senderType, seq }: Message) => senderType === "visitor" && seq <= ownerRead;
  const newestSeen = messages.findLast(isSeen);
  const sent = messages.map(
    (message): ListItem => ({
      ...message,
      key: keys.get(message.id) ?? message.id,
      mine: message.senderType === "visitor",
      ...(message.automatic && { senderName: say("automatic") }),
      at: new Date(message.createdAt),
      state: isSeen(message) ? "seen" : "sent",
      isNewestSeen: message === newestSeen,
    }),
  );
  const next = unsent.find(({ state }) => state !== "rejected");
  const pending = unsent.map((message): ListItem => {
    const { createdAt, state } = message;
    // A message that waits behind another shows no reason of its own.
    const why = state === "waiting" && message !== next ? undefined : wordsForUnsent(message, isOnline);
    return {
      ...message,
      mine: true,
      at: new Date(createdAt),
      ...(why && { why, actions: actionsFor(message, isOnline) }),
    };
  });
  return [...sent, ...pending];
}

function actionsFor(message: Unsent, isOnline: boolean): ListItem["actions"] & object {
  if (message.state === "rejected") return ["edit"];
  // It can't be sent any sooner.
  if (!isOnline || message.problem?.status === 429) return [];
  return message.state === "failed" && isRefused(message) ? ["retry", "edit"] : ["retry"];
}

/** Groups messages by the reader's days, and within them by sender and five minutes. */
export function groupByDay(items: readonly ListItem[]): GroupedDay[] {
  const days: GroupedDay[] = [];
  for (const item of items) {
    const date = item.at.toDateString();
    let day = days.at(-1);
    if (day?.at.toDateString() !== date) {
      day = { key: `${date} ${item.key}`, at: item.at, groups: [] };
      days.push(day);
    }
    const group = day.groups.at(-1);
    if (
      group?.mine === item.mine &&
      group.senderName === item.senderName &&
      item.at.getTime() - group.at.getTime() < GROUP_SPAN_MS
    ) {
      group.items.push(item);
    } else {
      day.groups.push({ ...item, items: [item] });
    }
  }
  return days;
}
