/** @jsxImportSource preact */
import type { ChatState } from "./chat-state.ts";
import { groupByDay, toItems } from "./groups.ts";
import { MessageGroup } from "./message-group.tsx";
import { MessageText } from "./message-text.tsx";
import type { Scroll } from "./scroll.ts";
import { dayLabel } from "./times.ts";
import { say } from "./words.ts";

type Shown =
  | ("site" | "conversation" | "messages" | "keys" | "unsent" | "ownerRead" | "older" | "loading" | "now")
  | ("isOwnerTyping" | "isOnline");

type Props = Pick<ChatState, Shown> & {
  scroll: Scroll;
  onOlder: () => void;
  onRetry: (key: string) => void;
  onEdit: (key: string) => void;
};

/** The conversation, starting with the site's welcome message. */
export function MessageLog({ scroll, onOlder, onRetry, onEdit, ...shown }: Props) {
  const { site, older, loading, now, isOwnerTyping, conversation } = shown;
  const days = groupByDay(toItems(shown));

  return (
    <div
      ref={scroll.attach}
      class="log"
      role="log"
      aria-live="polite"
      aria-label={say("messages")}
      aria-busy={loading || older === "loading"}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      onScroll={scroll.onScroll}
    >
      {older === "none" ? (
        <div class="group">
          <div class="message">
            <div class="bubble">
              <MessageText text={site.welcomeMessage} />
            </div>
          </div>
        </div>
      ) : (
        <Older older={older} onOlder={onOlder} />
      )}
      {loading && <p class="day late">{say("loading")}</p>}
      {days.map((day) => (
        <section key={day.key} class="date">
          <p class="day">
            <time dateTime={day.at.toISOString()}>{dayLabel(day.at, now)}</time>
          </p>
          {day.groups.map((group) => (
            <MessageGroup
              key={group.key}
              group={group}
              siteName={site.name}
              now={now}
              onRetry={onRetry}
              onEdit={onEdit}
            />
          ))}
        </section>
      ))}
      {isOwnerTyping && <TypingDots name={site.name} />}
      {conversation?.status === "closed" && <p class="day">{say("closed")}</p>}
    </div>
  );
}

function Older({ older, onOlder }: { older: ChatState["older"]; onOlder: () => void }) {
  return (
    <p class="day">
      {older === "failed" && <span>{say("earlierFailed")} </span>}
      <button type="button" class="text-button" aria-disabled={older === "loading"} onClick={onOlder}>
        {say(older === "loading" ? "earlierLoading" : "earlier")}
      </button>
    </p>
  );
}

/** Shows that the other side is typing. */
function TypingDots({ name }: { name: string }) {
  return (
    <div class="group">
      <div class="message">
        <div class="bubble typing">
          <span class="sr-only">{say("typing", { name })}</span>
          <i />
          <i />
          <i />
        </div>
      </div>
    </div>
  );
}
