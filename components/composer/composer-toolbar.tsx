import { ChevronUp, SquareSlash, Type } from "lucide-react";
import { keyName } from "#client/pressed-key.ts";
import { composerCopy } from "#components/catalogs/composer.tsx";
import { notesCopy } from "#components/catalogs/notes.tsx";
import { scheduledCopy } from "#components/catalogs/scheduled.tsx";
import { AttachButton } from "#components/files/attach-button.tsx";
import { useMacKeyboard } from "#components/keyboard/use-mac-keyboard.ts";
import type { Mode } from "#components/notes/use-mode.ts";
import { classNames } from "#components/ui/class-names.ts";
import { Menu, MenuButton, menuItemClass } from "#components/ui/menu.tsx";
import { EmojiButton } from "./emoji-button.tsx";
import { FORMATS } from "./marks.ts";

type Props = {
  hintId: string;
  /** A note has no files and no saved replies, and there's one way to add it. */
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
  /** Puts a mark around the selected text, or removes it. */
  onMark: (mark: string) => void;
  /** Inserts an emoji, or without one returns to the text. */
  onEmoji: (emoji?: string) => void;
  onSendAndClose: () => void;
  onSendLater: () => void;
};

const INSERT =
  "inline-flex h-9 min-w-9 shrink-0 items-center justify-center gap-1.5 rounded-lg px-2 text-sm text-quiet transition-colors hover:bg-sunken hover:text-ink pointer-coarse:h-11 pointer-coarse:min-w-11";

const LOOKS = { "**": "font-semibold", "*": "italic", "`": "font-mono text-sm" };

/** Below the text: what can be inserted, a hint, and the ways to send. */
export function ComposerToolbar(props: Props) {
  const { mode, onFiles, canSend } = props;
  const { onSavedReplies, onMark, onEmoji, onSendAndClose, onSendLater } = props;
  const isMac = useMacKeyboard();
  const isNote = mode === "note";
  return (
    <div className="@container">
      <Hint {...props} />
      <div className="flex items-center gap-1 p-1.5">
        {!isNote && <AttachButton onChoose={onFiles} className={INSERT} />}
        <div className="flex shrink-0">
          <FormatMenu isMac={isMac} onMark={onMark} />
        </div>
        {!isNote && (
          <button type="button" onClick={onSavedReplies} className={INSERT}>
            <SquareSlash size={16} aria-hidden />
            <span className="sr-only @md:not-sr-only">{composerCopy.savedReplies}</span>
          </button>
        )}
        {/* A reply on the narrowest phones has no room for it. Their own keyboards have emoji. */}
        <EmojiButton onDone={onEmoji} className={classNames(INSERT, !isNote && "max-[22rem]:pointer-coarse:hidden")} />
        <div className="ms-auto flex shrink-0 items-center gap-1">
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
              <li>
                <button
                  type="button"
                  aria-disabled={!canSend}
                  onClick={() => canSend && onSendLater()}
                  className={classNames(menuItemClass, "aria-disabled:text-quiet")}
                >
                  {scheduledCopy.sendLater}
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
    </div>
  );
}

type HintProps = Pick<Props, "hintId" | "mode" | "blank" | "filesHint" | "left" | "isClosed">;

/** Why nothing can be sent, or what would happen, in a row of its own so that it's never cut. */
function Hint({ hintId, mode, blank, filesHint, left, isClosed }: HintProps) {
  const isNote = mode === "note";
  const isTooLong = left !== undefined && left < 0;
  return (
    <>
      <p id={hintId} className={classNames("px-3.5 text-xs text-pretty", isNote ? "text-note-ink" : "text-quiet")}>
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
    </>
  );
}

/** The marks that have keys, and examples of the formatting that has none. */
function FormatMenu({ isMac, onMark }: { isMac: boolean; onMark: (mark: string) => void }) {
  return (
    <Menu
      look="icon"
      side="above"
      align="start"
      label={
        <>
          <Type size={16} aria-hidden />
          <span className="sr-only">{composerCopy.format}</span>
        </>
      }
    >
      {FORMATS.map(({ mark, name, letter, hasShift }) => (
        <MenuButton key={mark} onClick={() => onMark(mark)}>
          <span className={LOOKS[mark]}>{name}</span>
          <kbd className="ms-auto font-sans text-xs text-quiet pointer-coarse:hidden">
            {[keyName("Ctrl", isMac), ...(hasShift ? ["Shift"] : []), letter].join(" ")}
          </kbd>
        </MenuButton>
      ))}
      <li className="mt-1 border-t border-line px-2.5 pt-2 pb-1.5 text-xs text-quiet">
        {composerCopy.formatMore}
        <code className="mt-1 block text-ink">{composerCopy.exampleList}</code>
        <code className="mt-1 block text-ink">{composerCopy.exampleQuote}</code>
        <code className="mt-1 block text-ink">{composerCopy.exampleLink}</code>
      </li>
    </Menu>
  );
}
