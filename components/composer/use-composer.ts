"use client";

import type { ComponentProps, KeyboardEvent, RefObject } from "react";
import { flushSync } from "react-dom";
import type { UnsentFields } from "#client/unsent.ts";
import { useTeam } from "#components/assignment/team-provider.tsx";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { notesCopy } from "#components/catalogs/notes.tsx";
import type { Attachments } from "#components/files/use-attachments.ts";
import { mentionsIn } from "#components/notes/mentions.ts";
import type { Mode } from "#components/notes/use-mode.ts";
import { useCommand } from "#components/ui/commands.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import type { SavedReplyActions } from "#lib/desk/saved-replies/schema.ts";
import { isBlank } from "#platform/characters.ts";
import { pressKey } from "./composer-key.ts";
import { draftState } from "./draft-state.ts";
import { editBox } from "./edit-box.ts";
import type { OtherDraft } from "./other-draft.tsx";
import { useSuggestions } from "./use-suggestions.ts";

export type ComposerProps = {
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
  onSend: (how: Pick<UnsentFields, "close" | "mentions" | "sendAt">) => void;
  /** What else happens when the reply is sent. */
  actions: SavedReplyActions;
  onActions: (actions: SavedReplyActions) => void;
  /** What was written on another device at the same time. */
  other: Omit<ComponentProps<typeof OtherDraft>, "isNote"> | undefined;
  /** Sends the reply that's held back. Undefined if there's none. */
  onSendAnyway: (() => void) | undefined;
};

/** Returns the state of what's being written, and the ways to change and send it. */
export function useComposer(props: ComposerProps) {
  const { area, conversation, mode, onMode, draft, attachments, onSend, onSendAnyway } = props;
  const isNote = mode === "note";
  const state = draftState(draft, isNote, attachments.uploads);
  const teammates = useColleaguesOf(conversation.siteId);
  const suggestions = useSuggestions({ area, conversationId: conversation.id, mode, draft, teammates });
  const { setCaret, setDismissed } = suggestions;
  const box = editBox(area, setCaret);
  const switchTo = (next: Mode) => {
    // Each mode has its own box, so undoing in one never restores text of the other.
    flushSync(() => onMode(next));
    area.current?.focus();
    setCaret(-1);
  };
  useCommand("reply", conversationCopy.commands.reply, () => switchTo("reply"));
  useCommand("note", notesCopy.command, () => switchTo("note"));

  const send = (how: Pick<UnsentFields, "close" | "sendAt"> = {}) => {
    // While the computer slept, files may have expired.
    attachments.refresh();
    const areFilesThere = attachments.state.get().uploads.every(({ state }) => state === "done");
    if (state.canSend && isNote) onSend({ mentions: mentionsIn(draft, teammates) });
    else if (state.canSend && areFilesThere) onSend(how);
    area.current?.focus();
    if (state.blanks[0]) box.select(state.blanks[0]);
  };

  const askForReplies = () => {
    if (area.current) setDismissed(undefined);
    box.insertSlash();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) =>
    pressKey(event, {
      suggestions,
      blanks: state.blanks,
      onBlank: box.select,
      onMark: box.wrap,
      onSwitch: () => switchTo(isNote ? "reply" : "note"),
      onSend: (then) => send(then && { close: true }),
      onSendAnyway: isBlank(draft) ? onSendAnyway : undefined,
    });

  return { ...state, teammates, suggestions, box, switchTo, send, askForReplies, onKeyDown };
}

/** Returns the others who may see the conversations of a site. */
function useColleaguesOf(siteId: string) {
  const { readerId, teammates } = useTeam();
  return teammates.filter(({ id, siteIds }) => id !== readerId && (!siteIds || siteIds.includes(siteId)));
}
