/** @jsxImportSource preact */

import type { Group, ListItem } from "./groups.ts";
import { Icon } from "./icons.tsx";
import { MessageText } from "./message-text.tsx";
import { fullTime, timeLabel } from "./times.ts";
import { say } from "./words.ts";

type Actions = { onRetry: (key: string) => void; onEdit: (key: string) => void };

/** What one sender wrote within five minutes, with one name and one time. */
export function MessageGroup({
  group,
  siteName,
  now,
  ...actions
}: { group: Group; siteName: string; now: Date } & Actions) {
  const last = group.items.at(-1);
  return (
    <div class={group.mine ? "group mine" : "group"}>
      <span class="sr-only">{group.mine ? say("you") : <bdi>{siteName}</bdi>}</span>
      {group.items.map((item) => (
        <div key={item.key} class={`message ${item.state}`}>
          <div class="bubble">
            <MessageText text={item.body} />
          </div>
          {item !== last && !isStopped(item) && <span class="sr-only">{stateWords(item)}</span>}
          {isStopped(item) && <Problem item={item} {...actions} />}
        </div>
      ))}
      {last && !isStopped(last) && (
        <p class="meta">
          <time dateTime={group.at.toISOString()} title={fullTime(group.at)}>
            {timeLabel(group.at, now)}
          </time>
          {group.mine && <StateMark item={last} />}
        </p>
      )}
    </div>
  );
}

function Problem({ item, onRetry, onEdit }: { item: ListItem } & Actions) {
  return (
    <div class="problem">
      <p>{item.why}</p>
      {item.state !== "waiting" && (
        <p class="problem-actions">
          <button type="button" class="text-button" onClick={() => onRetry(item.key)}>
            {say("retry")}
          </button>
          <button type="button" class="text-button" onClick={() => onEdit(item.key)}>
            {say("edit")}
          </button>
        </p>
      )}
    </div>
  );
}

function StateMark({ item }: { item: ListItem }) {
  return (
    <span class={`state ${item.state}`}>
      <Icon name={item.state === "sent" ? "sent" : "sending"} size={14} />
      <span class="sr-only">{stateWords(item)}</span>
    </span>
  );
}

function isStopped(item: ListItem): boolean {
  return Boolean(item.why);
}

function stateWords(item: ListItem): string {
  if (!item.mine) return "";
  if (item.state === "sent") return say("sent");
  return item.state === "sending" ? say("sending") : say("waiting");
}
