"use client";

import {
  type ComponentProps,
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { commandKey, hasModifier, isCommandHeld, isComposing } from "#client/pressed-key.ts";
import { charactersLeft } from "#client/text-length.ts";
import type { UnsentFields } from "#client/unsent.ts";
import { useTeam } from "#components/assignment/team-provider.tsx";
import { composerCopy } from "#components/catalogs/composer.tsx";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { filesCopy } from "#components/catalogs/files.tsx";
import { notesCopy } from "#components/catalogs/notes.tsx";
import { AttachmentTray } from "#components/files/attachment-tray.tsx";
import type { Attachments } from "#components/files/use-attachments.ts";
import { findMention, findTeammates, mentionPattern, mentionsIn } from "#components/notes/mentions.ts";
import { NoteSwitch } from "#components/notes/note-switch.tsx";
import type { Mode } from "#components/notes/use-mode.ts";
import { classNames } from "#components/ui/class-names.ts";
import { useCommand } from "#components/ui/commands.ts";
import { visitorName } from "#components/visitor/visitor-name.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { FILES_MAX_COUNT } from "#lib/files/files/file-count.ts";
import { isBlank } from "#platform/characters.ts";
import { findBlanks } from "./blanks.ts";
import { ComposerToolbar } from "./composer-toolbar.tsx";
import { DraftedText } from "./drafted-text.tsx";
import { useHandover } from "./handover.ts";
import { markOf, toggleMark } from "./marks.ts";
import { MentionPicker } from "./mention-picker.tsx";
import type { PickerKeys, SavedReplyPicker } from "./saved-reply-picker.tsx";
import { findSlash } from "./slash-query.ts";

type Props = {
  area: RefObject<HTMLTextAreaElement | null>;
  conversation: ConversationJson;
  mode: Mode;
  onMode: (mode: Mode) => void;
  draft: string;
  onWrite: (draft: string) => void;
  /** The files that go with the reply. */
  attachments: Attachments;
  /** Adds to them. */
  onFiles: (files: readonly File[]) => void;
  onSend: (how: Pick<UnsentFields, "close" | "mentions">) => void;
  /** Sends the reply that's held back. Undefined if there's none. */
  onSendAnyway: (() => void) | undefined;
};

const LINES_MAX = 9;

/**
 * Where the owner writes a reply or a note: Enter sends, Shift+Enter starts a new line. A slash finds saved replies for a reply,
 * and an @ teammates for a note.
 */
export function Composer(props: Props) {
  const { area, conversation, mode, onMode, draft, onWrite, attachments, onFiles, onSend, onSendAnyway } = props;
  const id = useId();
  const isNote = mode === "note";
  const left = charactersLeft(draft);
  const isTooLong = left !== undefined && left < 0;
  const blanks = isNote ? [] : findBlanks(draft);
  const files = isNote ? [] : attachments.uploads;
  const notReady = files.filter(({ state }) => state !== "done");
  const canSend =
    !isTooLong &&
    blanks.length === 0 &&
    notReady.length === 0 &&
    files.length <= FILES_MAX_COUNT &&
    (files.length > 0 || !isBlank(draft));
  const [caret, setCaret] = useState(-1);
  const [dismissed, setDismissed] = useState<number>();
  const [activeOption, setActiveOption] = useState<string>();
  const keys = useRef<PickerKeys | null>(null);
  const enteredAhead = useRef(false);
  const switchTo = (next: Mode) => {
    // Each mode has a box of its own, so that undoing in one never brings back what was written in the other.
    flushSync(() => onMode(next));
    area.current?.focus();
    setCaret(-1);
  };
  const [firstOption, setFirstOption] = useState<string>();
  useHandover(
    conversation.id,
    area,
    () => ({ mode, dismissed, option: keys.current?.chosen(), enteredAhead: enteredAhead.current }),
    (box) => {
      setCaret(box.selection[1]);
      setDismissed(box.dismissed);
      setFirstOption(box.option);
      enteredAhead.current = box.enteredAhead;
    },
  );
  useCommand("reply", conversationCopy.commands.reply, () => switchTo("reply"));
  useCommand("note", notesCopy.command, () => switchTo("note"));

  const findQuery = isNote ? findMention : findSlash;
  const found = caret < 0 ? undefined : findQuery(draft, caret);
  const query = found?.start === dismissed ? undefined : found;
  const isAsked = query !== undefined && !isNote;
  const Picker = usePicker(isAsked);
  const teammates = useColleaguesOf(conversation.siteId);
  const mentionable = query && isNote ? findTeammates(teammates, query.query) : [];
  const hasList = mentionable.length > 0 || (isAsked && Picker);

  const select = ({ start, end }: { start: number; end: number }) => {
    area.current?.setSelectionRange(start, end);
    setCaret(end);
  };

  const send = (then?: "close") => {
    // While the computer slept, files may have expired.
    attachments.refresh();
    const areFilesThere = attachments.state.get().uploads.every(({ state }) => state === "done");
    if (canSend && isNote) onSend({ mentions: mentionsIn(draft, teammates) });
    else if (canSend && areFilesThere) onSend(then ? { close: true } : {});
    area.current?.focus();
    if (blanks[0]) select(blanks[0]);
  };

  /** Replaces a part of the draft as typing would, so that it can be undone. */
  const insert = (start: number, end: number, text: string) => {
    const box = area.current;
    if (!box) return;
    box.focus();
    box.setSelectionRange(start, end);
    document.execCommand("insertText", false, text);
    const blank = findBlanks(box.value).find((one) => one.start >= start && one.end <= start + text.length);
    select(blank ?? { start: start + text.length, end: start + text.length });
  };

  const wrap = (mark: string) => {
    const box = area.current;
    if (!box) return;
    const { start, end, text, selected } = toggleMark(
      box.value,
      { start: box.selectionStart, end: box.selectionEnd },
      mark,
    );
    insert(start, end, text);
    select(selected);
  };

  /** Keeps the focus in the form if the button that has it goes away. */
  const thenFocus = (change: (key: string) => void) => (key: string) => {
    change(key);
    area.current?.focus();
  };

  const askForReplies = () => {
    const box = area.current;
    if (!box) return;
    setDismissed(undefined);
    const { selectionStart: start, selectionEnd: end, value } = box;
    if (!findSlash(value, end))
      return insert(start, end, start === 0 || /\s/.test(value.charAt(start - 1)) ? "/" : " /");
    box.focus();
    setCaret(end);
  };

  const onTab = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionEnd } = event.currentTarget;
    const next = blanks.find(({ start }) => start >= selectionEnd);
    if (event.shiftKey || !next) return;
    event.preventDefault();
    select(next);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (isAsked && Picker === undefined && event.key === "Enter") {
      enteredAhead.current = true;
      return event.preventDefault();
    }
    if (hasList && keys.current?.press(event)) return event.preventDefault();
    if (event.key === "Tab") return onTab(event);
    if (event.key === "Escape") return event.currentTarget.blur();
    const mark = markOf(event.nativeEvent);
    const isHeld = isCommandHeld(event);
    const isSwitch = !event.shiftKey && commandKey(event.nativeEvent) === "e";
    const closes = event.shiftKey && isHeld;
    const isSending = event.key === "Enter" && (isHeld || !hasModifier(event)) && (!event.shiftKey || closes);
    if (!mark && !isSwitch && !isSending) return;
    event.preventDefault();
    if (event.repeat) return;
    if (mark) wrap(mark);
    else if (isSwitch) switchTo(isNote ? "reply" : "note");
    else if (onSendAnyway && isHeld && isBlank(draft)) onSendAnyway();
    else send(closes && !isNote ? "close" : undefined);
  };

  return (
    <form
      // Outside a dialog, this does nothing: before the scripts run, Send mustn't leave the page.
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setCaret(-1);
      }}
      className="relative shrink-0 px-3 pb-3 md:px-5 md:pb-4"
    >
      <div
        className={classNames(
          "relative rounded-xl border focus-within:outline focus-within:outline-1",
          isNote
            ? "border-note-strong bg-note focus-within:outline-note-strong"
            : "border-edge bg-surface focus-within:border-accent focus-within:outline-accent",
        )}
      >
        <NoteSwitch mode={mode} onMode={switchTo} />
        <label htmlFor={`${id}-area`} className="sr-only">
          {(isNote ? notesCopy.noteAbout : composerCopy.replyTo)(<bdi>{visitorName(conversation)}</bdi>)}
        </label>
        <div className="relative">
          <DraftedText area={area} draft={draft} mention={isNote ? mentionPattern(teammates) : undefined} />
          <textarea
            key={mode}
            ref={area}
            id={`${id}-area`}
            dir="auto"
            rows={Math.min(LINES_MAX, draft.split("\n").length)}
            placeholder={isNote ? notesCopy.placeholder(teammates.length > 0) : composerCopy.reply}
            enterKeyHint="send"
            value={draft}
            aria-invalid={isTooLong || undefined}
            aria-describedby={`${id}-hint`}
            aria-autocomplete={query ? "list" : undefined}
            aria-controls={hasList ? `${id}-list` : undefined}
            aria-activedescendant={activeOption}
            onChange={({ currentTarget: { value, selectionEnd } }) => {
              onWrite(value);
              enteredAhead.current = false;
              setCaret(selectionEnd);
              if (!findQuery(value, selectionEnd)) setDismissed(undefined);
            }}
            onSelect={(event) => setCaret(event.currentTarget.selectionEnd)}
            onPaste={(event) => {
              // Copied cells and pages come with a picture of them, too.
              if (isNote || event.clipboardData.files.length === 0 || event.clipboardData.types.includes("text/plain"))
                return;
              event.preventDefault();
              onFiles([...event.clipboardData.files]);
            }}
            onCompositionStart={({ currentTarget }) => currentTarget.setAttribute("data-busy", "")}
            onCompositionEnd={({ currentTarget }) => currentTarget.removeAttribute("data-busy")}
            onKeyDown={onKeyDown}
            className="relative field-sizing-content block max-h-49 min-h-9 w-full resize-none bg-transparent px-3.5 pt-2.5 pb-1 outline-none pointer-coarse:min-h-11 pointer-coarse:text-lg"
          />
        </div>
        {isAsked && Picker && (
          <Picker
            listId={`${id}-list`}
            query={query.query}
            known={conversation}
            keys={keys}
            first={firstOption}
            enteredAhead={enteredAhead}
            onActive={setActiveOption}
            onInsert={(text) => insert(query.start, query.end, text)}
            onClose={() => setDismissed(query.start)}
          />
        )}
        {query && mentionable.length > 0 && (
          <MentionPicker
            listId={`${id}-list`}
            found={mentionable}
            keys={keys}
            first={firstOption}
            onActive={setActiveOption}
            onChoose={({ name }) => {
              insert(query.start, query.end, `@${name} `);
              setDismissed(query.start);
            }}
            onClose={() => setDismissed(query.start)}
          />
        )}
        {!isNote && (
          <AttachmentTray
            {...attachments}
            remove={thenFocus(attachments.remove)}
            retry={thenFocus(attachments.retry)}
          />
        )}
        <ComposerToolbar
          hintId={`${id}-hint`}
          mode={mode}
          onFiles={onFiles}
          filesHint={
            notReady.some(({ state }) => state === "failed")
              ? filesCopy.failedHint
              : notReady.length > 0
                ? filesCopy.uploadingHint(notReady.length)
                : undefined
          }
          blank={blanks[0]?.name}
          left={left}
          isClosed={conversation.status === "closed"}
          canSend={canSend}
          onSavedReplies={askForReplies}
          onMark={wrap}
          onEmoji={(emoji) => {
            const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
            if (emoji) insert(selectionStart, selectionEnd, emoji);
            else area.current?.focus();
          }}
          onSendAndClose={() => send("close")}
        />
      </div>
    </form>
  );
}

/** Returns the others who may see the conversations of a site. */
function useColleaguesOf(siteId: string) {
  const { readerId, teammates } = useTeam();
  return teammates.filter(({ id, siteIds }) => id !== readerId && (!siteIds || siteIds.includes(siteId)));
}

type Picker = ComponentType<ComponentProps<typeof SavedReplyPicker>>;

/** Loads the list of saved replies once it's wanted. Undefined until then, and null if it can't be loaded. */
function usePicker(isWanted: boolean): Picker | null | undefined {
  const [loaded, setLoaded] = useState<Picker | null>();
  useEffect(() => {
    if (!isWanted) return;
    import("./saved-reply-picker.tsx").then(
      ({ SavedReplyPicker }) => setLoaded(() => SavedReplyPicker),
      () => setLoaded(null),
    );
  }, [isWanted]);
  return loaded;
}
