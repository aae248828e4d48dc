/** @jsxImportSource preact */

import type { ChatState } from "./chat-state.ts";
import type { Group, ListItem } from "./groups.ts";
import { Icon } from "./icons.tsx";
import { MessageText } from "./message-text.tsx";
import { fullTime, timeLabel } from "./times.ts";
import { say } from "./words.ts";

type Actions = { onRetry: (key: string) => void; onEdit: (key: string) => void };

/** The messages of one sender within five minutes, with one name and one time. */
export function MessageGroup({
  group,
  siteName,
  details,
  now,
  ...actions
}: { group: Group; siteName: string; details: ChatState["details"]; now: Date } & Actions) {
  const last = group.items.at(-1);
  return (
    <div class={group.mine ? "group mine" : "group"}>
      <span class={group.senderName ? "meta" : "sr-only"}>
        {group.senderPhotoUrl && (
          // biome-ignore lint/performance/noImgElement: the service has made it small.
          <img class="face" src={group.senderPhotoUrl} alt="" />
        )}
        {group.mine ? say("you") : <bdi>{group.senderName ?? siteName}</bdi>}
      </span>
      {group.items.map((item) => (
        <div key={item.key} class={`message ${item.state === "seen" ? "sent" : item.state}`}>
          <div class="bubble">
            <MessageText text={item.body} item={item} details={details} />
          </div>
          {item !== last && !item.why && <p class={item.isNewestSeen ? "meta" : "sr-only"}>{stateWords(item)}</p>}
          {item.why && <Problem item={item} {...actions} />}
        </div>
      ))}
      {last && !last.why && (
        <p class="meta">
          <time dateTime={group.at.toISOString()} title={fullTime(group.at)}>
            {timeLabel(group.at, now)}
          </time>
          {group.mine && <StateMark key={last.state} item={last} />}
        </p>
      )}
    </div>
  );
}

function Problem({ item, onRetry, onEdit }: { item: ListItem } & Actions) {
  const run = { retry: onRetry, edit: onEdit };
  return (
    <div class="problem">
      <p>{item.why}</p>
      <p class="problem-actions">
        {item.actions?.map((action) => (
          <button key={action} type="button" class="text-button" onClick={() => run[action](item.key)}>
            {say(action)}
          </button>
        ))}
      </p>
    </div>
  );
}

function StateMark({ item }: { item: ListItem }) {
  const icon = item.state === "seen" || item.state === "sent" ? item.state : "sending";
  return (
    <span class={`state ${item.state}`}>
      <Icon name={icon} size={14} /> <span class={item.isNewestSeen ? "" : "sr-only"}>{stateWords(item)}</span>
    </span>
  );
}

function stateWords(item: ListItem): string {
  if (!item.mine) return "";
  return say(item.state === "failed" || item.state === "rejected" ? "waiting" : item.state);
}
