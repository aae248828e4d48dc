/** @jsxImportSource preact */
import { isComposing } from "#client/pressed-key.ts";
import { charactersLeft } from "#client/text-length.ts";
import { isBlank } from "#platform/characters.ts";
import type { ChatState } from "./chat-state.ts";
import { Icon } from "./icons.tsx";
import { say } from "./words.ts";

const COMPOSER_ID = "message";

type Props = Pick<ChatState, "details" | "site"> & {
  draft: string;
  /** A hidden composer can't be measured. */
  isOpen: boolean;
  onWrite: (draft: string) => void;
  onSend: () => void;
};

/** The visitor's composer: Enter sends, Shift+Enter starts a new line. */
export function Composer({ draft, site, details, isOpen, onWrite, onSend }: Props) {
  const left = charactersLeft(draft);
  const isTooLong = left !== undefined && left < 0;
  const canSend = !isTooLong && (details?.areFilesReady() ?? !isBlank(draft));

  const send = (event: Event) => {
    event.preventDefault();
    if (canSend) onSend();
    focusComposer();
  };

  return (
    <form class="composer" onSubmit={send}>
      <div class="box">
        <label class="sr-only" for={COMPOSER_ID}>
          {say("compose")}
        </label>
        <textarea
          ref={(area) => {
            if (area) growToFit(area, isOpen ? draft : "");
          }}
          id={COMPOSER_ID}
          rows={1}
          dir="auto"
          placeholder={say("placeholder")}
          enterkeyhint="send"
          value={draft}
          aria-invalid={isTooLong}
          aria-describedby="count"
          onInput={(event) => onWrite(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
            send(event);
          }}
        />
        {details?.Tools(site)}
        <button type="submit" class="send" aria-label={say("send")} aria-disabled={!canSend}>
          <Icon name="send" />
        </button>
      </div>
      <p id="count" class={isTooLong ? "count error" : "count"}>
        {left !== undefined && (isTooLong ? say("tooLong", { count: -left }) : say("left", { count: left }))}
      </p>
      <p class="sr-only" role="status">
        {isTooLong && say("tooLong", { count: -left })}
      </p>
    </form>
  );
}

/** Moves the focus to the composer. */
export function focusComposer(): void {
  const composer = document.getElementById(COMPOSER_ID);
  composer?.focus();
  // A frame may be notified that it's shown before it's laid out. An element without height can't take focus.
  if (composer && !composer.scrollHeight) requestAnimationFrame(focusComposer);
}

function growToFit(area: HTMLTextAreaElement, draft: string): void {
  area.style.height = "auto";
  // An empty field measures its placeholder, which may wrap.
  area.style.height = draft ? `${area.scrollHeight}px` : "";
}
