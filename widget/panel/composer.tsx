/** @jsxImportSource preact */
import { useLayoutEffect, useState } from "preact/hooks";
import { Icon } from "./icons.tsx";
import { charactersLeft, isBlank } from "./text-length.ts";
import { say } from "./words.ts";

export const COMPOSER_ID = "message";

type Props = { draft: string; onWrite: (draft: string) => void; onSend: () => void };

/** Where the visitor writes: Enter sends, Shift and Enter begin a line. */
export function Composer({ draft, onWrite, onSend }: Props) {
  const [area, setArea] = useState<HTMLTextAreaElement | null>(null);
  const left = charactersLeft(draft);
  const isTooLong = left !== undefined && left < 0;
  const canSend = !isTooLong && !isBlank(draft);

  useLayoutEffect(() => {
    if (area) growToFit(area, draft);
  }, [area, draft]);

  const send = () => {
    if (canSend) onSend();
    area?.focus();
  };

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div class="box">
        <label class="sr-only" for={COMPOSER_ID}>
          {say("compose")}
        </label>
        <textarea
          ref={setArea}
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
            event.preventDefault();
            send();
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

function growToFit(area: HTMLTextAreaElement, draft: string): void {
  area.style.height = "auto";
  // An empty field measures its placeholder, which may wrap.
  area.style.height = draft ? `${area.scrollHeight}px` : "";
}
