import type { Reader } from "#components/time/reader.tsx";
import { dayOf } from "#components/time/time-words.ts";
import type { MessageJson } from "#lib/messages/schema.ts";

export type MessageGroup = { key: string; sender: MessageJson["senderType"]; at: string; messages: MessageJson[] };
export type DayOfMessages = { key: string; at: string; groups: MessageGroup[] };

const GROUP_SPAN_MS = 5 * 60_000;

/** The reader's days, and in them the runs of one sender within five minutes. */
export function groupMessages(messages: readonly MessageJson[], reader: Reader): DayOfMessages[] {
  const days: DayOfMessages[] = [];
  for (const message of messages) {
    const key = dayOf(new Date(message.createdAt), reader);
    let day = days.at(-1);
    if (day?.key !== key) {
      day = { key, at: message.createdAt, groups: [] };
      days.push(day);
    }
    addToDay(day, message);
  }
  return days;
}

function addToDay({ groups }: DayOfMessages, message: MessageJson): void {
  const group = groups.at(-1);
  const isSoonAfter = group && Date.parse(message.createdAt) - Date.parse(group.at) < GROUP_SPAN_MS;
  if (isSoonAfter && group.sender === message.senderType) {
    group.messages.push(message);
    return;
  }
  groups.push({ key: message.id, sender: message.senderType, at: message.createdAt, messages: [message] });
}
