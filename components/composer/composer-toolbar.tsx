import { ChevronUp, SquareSlash } from "lucide-react";
import { composerCopy } from "#components/catalogs/composer.tsx";
import { notesCopy } from "#components/catalogs/notes.tsx";
import { AttachButton } from "#components/files/attach-button.tsx";
import { useMacKeyboard } from "#components/keyboard/use-mac-keyboard.ts";
import type { Mode } from "#components/notes/use-mode.ts";
import { classNames } from "#components/ui/class-names.ts";
import { Menu, menuItemClass } from "#components/ui/menu.tsx";
import { EmojiButton } from "./emoji-button.tsx";

type Props = {
  hintId: string;
  /** For a note, nothing can be inserted, and there's one way to add it. */
  mode: Mode;
  /** The first blank of the draft that isn't filled in. */
  blank: string | undefined;
  /** What's missing before the chosen files can be sent. */
  filesHint: string | undefined;
  onFiles: (files: readonly File[]) => void;
  /** How many characters are left, once few are. */
  left: number | undefined;
  isClosed: boolean;
  canSend: boolean;
  onSavedReplies: () => void;
  /** Inserts an emoji, or without one returns to the text. */
  onEmoji: (emoji?: string) => void;
  onSendAndClose: () => void;
};

const INSERT =
  "inline-flex h-9 min-w-9 shrink-0 items-center justify-center gap-1.5 rounded-lg px-2 text-sm text-quiet transition-colors hover:bg-sunken hover:text-ink pointer-coarse:h-11 pointer-coarse:min-w-11";

/** Below the text: what can be inserted, a hint, and the ways to send. */
export function ComposerToolbar(props: Props) {
  const { hintId, mode, blank, filesHint, onFiles, left, isClosed, canSend } = props;
  const { onSavedReplies, onEmoji, onSendAndClose } = props;
  const isTooLong = left !== undefined && left < 0;
  const isMac = useMacKeyboard();
  const isNote = mode === "note";
  return (
    <div className="flex items-center gap-1 p-1.5">
      {!isNote && <AttachButton onChoose={onFiles} className={INSERT} />}
      {!isNote && (
        <button type="button" onClick={onSavedReplies} className={INSERT}>
          <SquareSlash size={16} aria-hidden />
          <span className="max-sm:sr-only">{composerCopy.savedReplies}</span>
        </button>
      )}
      <EmojiButton onDone={onEmoji} />
      <p
        id={hintId}
        className={classNames(
          "min-w-0 flex-1 text-xs",
          isNote ? "px-2 text-note-ink" : "truncate px-1 text-end text-quiet",
        )}
      >
        {left !== undefined ? (
          <span className={classNames("tabular-nums", isTooLong && "font-medium text-danger")}>
            {isTooLong ? composerCopy.charactersOver(-left) : composerCopy.charactersLeft(left)}
          </span>
        ) : filesHint !== undefined ? (
          <span className="font-medium text-ink">{filesHint}</span>
        ) : blank !== undefined ? (
          <span className="font-medium text-ink">{composerCopy.fillIn(<bdi>{blank}</bdi>)}</span>
        ) : isNote ? (
          notesCopy.hint
        ) : isClosed ? (
          composerCopy.closedHint
        ) : (
          <span className="max-sm:hidden pointer-coarse:hidden">{composerCopy.sendHint}</span>
        )}
      </p>
      <p role="status" className="sr-only">
        {isTooLong ? composerCopy.tooLong(-left) : blank !== undefined && composerCopy.fillIn(<bdi>{blank}</bdi>)}
      </p>
      <div className="flex shrink-0 items-center gap-1">
        {!isNote && (
          <Menu
            look="icon"
            side="above"
            label={
              <>
                <ChevronUp size={16} aria-hidden />
                <span className="sr-only">{composerCopy.moreWays}</span>
              </>
            }
          >
            <li>
              <button
                type="button"
                aria-disabled={!canSend}
                onClick={onSendAndClose}
                className={classNames(menuItemClass, "aria-disabled:text-quiet")}
              >
                {composerCopy.sendAndClose}
                <kbd className="ms-auto font-sans text-xs text-quiet pointer-coarse:hidden">
                  {composerCopy.sendAndCloseKeys(isMac)}
                </kbd>
              </button>
            </li>
          </Menu>
        )}
        <button
          type="submit"
          aria-disabled={!canSend}
          className={classNames(
            "h-9 rounded-lg px-3.5 font-medium transition-colors aria-disabled:text-quiet pointer-coarse:h-11",
            isNote
              ? "bg-note-strong text-on-note aria-disabled:bg-surface"
              : "bg-accent text-on-accent hover:bg-accent-strong aria-disabled:bg-sunken",
          )}
        >
          {isNote ? notesCopy.add : composerCopy.send}
        </button>
      </div>
    </div>
  );
}
