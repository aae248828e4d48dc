"use client";

import { ArrowUp } from "lucide-react";
import { type KeyboardEvent, type RefObject, useId } from "react";
import { charactersLeft } from "#client/text-length.ts";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { useCommand } from "#components/keyboard/commands.ts";
import { classNames } from "#components/ui/class-names.ts";
import { isBlank } from "#platform/characters.ts";

type Props = {
  area: RefObject<HTMLTextAreaElement | null>;
  visitor: string;
  isClosed: boolean;
  draft: string;
  onWrite: (draft: string) => void;
  onSend: () => void;
};

const LINES_MAX = 9;

/** Where the owner writes: Enter sends, Shift+Enter starts a new line. */
export function ReplyBox({ area, visitor, isClosed, draft, onWrite, onSend }: Props) {
  const id = useId();
  const left = charactersLeft(draft);
  const isTooLong = left !== undefined && left < 0;
  const canSend = !isTooLong && !isBlank(draft);
  useCommand("reply", conversationCopy.commands.reply, () => area.current?.focus());

  const send = () => {
    if (canSend) onSend();
    area.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // In an input method, both keys also pick a word. Safari shows that by key code 229 alone.
    const { isComposing, keyCode } = event.nativeEvent;
    if (isComposing || keyCode === 229) return;
    if (event.key === "Escape") return event.currentTarget.blur();
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    if (!event.repeat) send();
  };

  return (
    <form
      // Outside a dialog, this does nothing: before the scripts run, Send mustn't leave the page.
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="shrink-0 px-3 pb-3 md:px-5 md:pb-4"
    >
      <div className="flex items-end gap-2 rounded-xl border border-edge bg-surface p-1.5 ps-3.5 focus-within:border-accent focus-within:outline focus-within:outline-1 focus-within:outline-accent">
        <label htmlFor={`${id}-area`} className="sr-only">
          {conversationCopy.replyTo(<bdi>{visitor}</bdi>)}
        </label>
        <textarea
          ref={area}
          id={`${id}-area`}
          dir="auto"
          rows={Math.min(LINES_MAX, draft.split("\n").length)}
          placeholder={conversationCopy.reply}
          enterKeyHint="send"
          value={draft}
          aria-invalid={isTooLong || undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onWrite(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-49 min-h-9 min-w-0 flex-1 resize-none bg-transparent py-2 outline-none pointer-coarse:min-h-11 pointer-coarse:py-2.5 pointer-coarse:text-lg"
        />
        <button
          type="submit"
          aria-disabled={!canSend}
          className="grid size-9 shrink-0 place-items-center rounded-lg bg-accent text-on-accent transition-colors hover:bg-accent-strong aria-disabled:bg-sunken aria-disabled:text-quiet pointer-coarse:size-11"
        >
          <ArrowUp size={20} aria-hidden />
          <span className="sr-only">{conversationCopy.send}</span>
        </button>
      </div>
      <p id={`${id}-hint`} className="flex min-h-5 justify-between gap-4 px-1 pt-1 text-xs text-quiet">
        <span>
          {isClosed ? (
            conversationCopy.closedHint
          ) : (
            <span className="pointer-coarse:hidden">{conversationCopy.sendHint}</span>
          )}
        </span>
        {left !== undefined && (
          <span className={classNames("tabular-nums", isTooLong && "font-medium text-danger")}>
            {isTooLong ? conversationCopy.charactersOver(-left) : conversationCopy.charactersLeft(left)}
          </span>
        )}
      </p>
      <p role="status" className="sr-only">
        {isTooLong && conversationCopy.tooLong(-left)}
      </p>
    </form>
  );
}
