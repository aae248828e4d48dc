/** @jsxImportSource preact */
import { useMemo } from "preact/hooks";
import type { ChatState } from "./chat-state.ts";
import { groupByDay, toItems } from "./groups.ts";
import { MessageGroup } from "./message-group.tsx";
import { MessageText } from "./message-text.tsx";
import { dayLabel } from "./times.ts";
import { TypingDots } from "./typing-dots.tsx";
import { useNow } from "./use-now.ts";
import { useScroll } from "./use-scroll.ts";
import { say } from "./words.ts";

type Props = {
  state: ChatState;
  isOnline: boolean;
  onOlder: () => void;
  onRetry: (key: string) => void;
  onEdit: (key: string) => void;
};

/** The conversation, beginning with the site's welcome message. */
export function MessageLog({ state, isOnline, onOlder, onRetry, onEdit }: Props) {
  const { site, conversation, messages, keys, unsent, ownerRead, older, loading, isOwnerTyping } = state;
  const now = useNow();
  const days = useMemo(
    () => groupByDay(toItems({ messages, keys, unsent, ownerRead }, isOnline)),
    [messages, keys, unsent, ownerRead, isOnline],
  );
  const isClosed = conversation?.status === "closed";
  const { setBox, onScroll } = useScroll({
    first: messages[0]?.id,
    written: unsent.at(-1)?.key,
    content: useMemo(() => ({ days, isOwnerTyping, isClosed }), [days, isOwnerTyping, isClosed]),
    onNearStart: older === "some" ? onOlder : undefined,
  });

  return (
    <div
      ref={setBox}
      class="log"
      role="log"
      aria-live="polite"
      aria-label={say("messages")}
      aria-busy={loading || older === "loading"}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      tabIndex={0}
      onScroll={onScroll}
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
      {isClosed && <p class="day">{say("closed")}</p>}
    </div>
  );
}

function Older({ older, onOlder }: { older: ChatState["older"]; onOlder: () => void }) {
  return (
    <p class="day">
      {older === "failed" && <span>{say("earlierFailed")} </span>}
      <button type="button" class="text-button" aria-disabled={older === "loading"} onClick={onOlder}>
        {older === "loading" ? say("earlierLoading") : say("earlier")}
      </button>
    </p>
  );
}
