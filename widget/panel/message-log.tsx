/** @jsxImportSource preact */
import type { ChatState } from "./chat-state.ts";
import { groupByDay, toItems } from "./groups.ts";
import { MessageGroup } from "./message-group.tsx";
import { MessageText } from "./message-text.tsx";
import type { Scroll } from "./scroll.ts";
import { dayLabel } from "./times.ts";
import { say } from "./words.ts";

type LogField =
  | (
      | "site"
      | "conversation"
      | "pastId"
      | "greeting"
      | "messages"
      | "keys"
      | "unsent"
      | "ownerRead"
      | "older"
      | "loading"
    )
  | ("now" | "isOwnerTyping" | "isOnline" | "details" | "card");

type Props = Pick<ChatState, LogField> & {
  scroll: Scroll;
  onOlder: () => void;
  onAsk: (question: string) => void;
  onRetry: (key: string) => void;
  onEdit: (key: string) => void;
};

/** The conversation, starting with the greeting that the visitor replied to, or the site's welcome message. */
export function MessageLog({ scroll, onOlder, onAsk, onRetry, onEdit, ...shown }: Props) {
  const { site, older, loading, now, conversation, unsent, details, card } = shown;
  const questions = site.starterQuestions ?? [];
  const isNew = !conversation && !loading && unsent.length === 0;
  const days = groupByDay(toItems(shown));
  const greeting = (conversation ?? shown).greeting;

  return (
    <div
      ref={scroll.attach}
      class="log"
      role="log"
      aria-relevant="additions"
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
              <MessageText text={greeting ?? site.welcomeMessage} details={greeting ? undefined : details} />
            </div>
          </div>
        </div>
      ) : (
        details && <details.Older older={older} onOlder={onOlder} />
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
              details={details}
              now={now}
              onRetry={onRetry}
              onEdit={onEdit}
            />
          ))}
        </section>
      ))}
      {isNew && details && questions.length > 0 && <details.Starters questions={questions} onAsk={onAsk} />}
      {details?.LogEnd(shown)}
      {card?.()}
    </div>
  );
}
