"use client";

import { useId } from "react";
import { composerCopy } from "#components/catalogs/composer.tsx";
import { notesCopy } from "#components/catalogs/notes.tsx";
import { AttachmentTray } from "#components/files/attachment-tray.tsx";
import { NoteSwitch } from "#components/notes/note-switch.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { visitorName } from "#components/visitor/visitor-name.ts";
import { ActionChips } from "./action-chips.tsx";
import { mergeActions } from "./chosen-actions.ts";
import { ComposerToolbar } from "./composer-toolbar.tsx";
import { OtherDraft } from "./other-draft.tsx";
import { SuggestionList } from "./suggestion-list.tsx";
import { type ComposerProps, useComposer } from "./use-composer.ts";
import { useSendLater } from "./use-send-later.ts";
import { WritingArea } from "./writing-area.tsx";

/**
 * Where the owner writes a reply or a note: Enter sends, Shift+Enter starts a new line. A slash finds saved replies for a reply,
 * and an @ teammates for a note.
 */
export function Composer(props: ComposerProps) {
  const { area, conversation, mode, attachments, onFiles, actions, onActions, other } = props;
  const id = useId();
  const written = useComposer(props);
  const { box, send } = written;
  const ids = { areaId: `${id}-area`, hintId: `${id}-hint`, listId: `${id}-list` };
  const isNote = mode === "note";
  const later = useSendLater();

  /** Keeps the focus in the form if the button that has it goes away. */
  const thenFocus =
    <T,>(change: (to: T) => void) =>
    (to: T) => {
      change(to);
      area.current?.focus();
    };

  return (
    <>
      <form
        // Outside a dialog, this does nothing: before the scripts run, Send mustn't leave the page.
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) written.suggestions.setCaret(-1);
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
          <NoteSwitch mode={mode} onMode={written.switchTo} />
          <label htmlFor={ids.areaId} className="sr-only">
            {(isNote ? notesCopy.noteAbout : composerCopy.replyTo)(<bdi>{visitorName(conversation)}</bdi>)}
          </label>
          {other && <OtherDraft {...other} isNote={isNote} />}
          <WritingArea {...props} {...ids} {...written} />
          <SuggestionList
            {...ids}
            {...written}
            conversation={conversation}
            onInsert={box.insert}
            onActions={(added) => onActions(mergeActions(actions, added))}
          />
          {!isNote && <ActionChips siteId={conversation.siteId} actions={actions} onChange={thenFocus(onActions)} />}
          {!isNote && (
            <AttachmentTray
              {...attachments}
              remove={thenFocus(attachments.remove)}
              retry={thenFocus(attachments.retry)}
            />
          )}
          <ComposerToolbar
            {...ids}
            {...written}
            mode={mode}
            onFiles={onFiles}
            blank={written.blanks[0]?.name}
            isClosed={conversation.status === "closed"}
            onSavedReplies={written.askForReplies}
            onMark={box.wrap}
            onEmoji={box.insertEmoji}
            onSendAndClose={() => send({ close: true })}
            onSendLater={later.open}
          />
        </div>
      </form>
      {later.Dialog && (
        <later.Dialog
          onClose={later.close}
          onChoose={(at) => {
            later.close();
            send({ sendAt: at.toISOString() });
          }}
        />
      )}
    </>
  );
}
