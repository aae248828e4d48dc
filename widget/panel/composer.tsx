/** @jsxImportSource preact */
import { charactersLeft, isBlank } from "#client/text-length.ts";
import { Icon } from "./icons.tsx";
import { say } from "./words.ts";

const COMPOSER_ID = "message";

type Props = {
  draft: string;
  /** It cannot be measured while nobody can see it. */
  isOpen: boolean;
  onWrite: (draft: string) => void;
  onSend: () => void;
};

/** Where the visitor writes: Enter sends, Shift and Enter begin a line. */
export function Composer({ draft, isOpen, onWrite, onSend }: Props) {
  const left = charactersLeft(draft);
  const isTooLong = left !== undefined && left < 0;
  const canSend = !isTooLong && !isBlank(draft);

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
            // Enter also ends the choice of a word in an input method; Safari tells that by key code 229 alone.
            if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
            send(event);
          }}
        />
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

/** Moves the focus to where the visitor writes. */
export function focusComposer(): void {
  const composer = document.getElementById(COMPOSER_ID);
  composer?.focus();
  // A frame can hear that it is shown before it is drawn: what has no height yet takes no focus.
  if (composer && !composer.scrollHeight) requestAnimationFrame(focusComposer);
}

function growToFit(area: HTMLTextAreaElement, draft: string): void {
  area.style.height = "auto";
  // An empty field measures its placeholder, which may wrap.
  area.style.height = draft ? `${area.scrollHeight}px` : "";
}
