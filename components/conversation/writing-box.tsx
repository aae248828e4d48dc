"use client";

import { useRef } from "react";
import { TYPING_EVERY_MS } from "#client/typing.ts";
import type { UnsentFields } from "#client/unsent.ts";
import { callApi } from "#components/api/call-api.ts";
import { useTeam } from "#components/assignment/team-provider.tsx";
import { composerCopy } from "#components/catalogs/composer.tsx";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { useKnownTargets } from "#components/composer/action-words.tsx";
import { knownActions, sentActions } from "#components/composer/chosen-actions.ts";
import { Composer } from "#components/composer/composer.tsx";
import type { InboxFilter } from "#components/filter/inbox-filter.ts";
import type { Mode } from "#components/notes/use-mode.ts";
import { useReader } from "#components/time/reader.tsx";
import { useOnline } from "#components/ui/use-online.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { namesOf } from "#lib/desk/messages/file-names.ts";
import type { SavedReplyActions } from "#lib/desk/saved-replies/schema.ts";
import { isBlank } from "#platform/characters.ts";
import { useLeave } from "./use-leave.ts";
import { useReplies } from "./use-replies.ts";
import type { Position } from "./use-seen.ts";
import type { Writing } from "./use-writing.ts";

type Props = {
  conversation: ConversationJson;
  filter: InboxFilter;
  writing: Writing;
  /** What the writer has seen. */
  seenOf: () => Position;
};

const CLOSED = { words: conversationCopy.closedToast, reverse: { status: "open" } } as const;

/** The box below a conversation, which is there before its messages are. */
export function WritingBox({ conversation, filter, writing, seenOf }: Props) {
  const { id } = conversation;
  const { area, mode, setMode, draft, setDraft, attachments, attach, actions, setActions, other } = writing;
  const known = useKnownTargets(conversation.siteId);
  const { readerId: me } = useTeam();
  const { timeZone } = useReader();
  const { send, onSendAnyway } = useReplies(id);
  const leave = useLeave(id, filter);
  const isOnline = useOnline();
  const sendTyping = useOwnTyping(id);
  return (
    <Composer
      area={area}
      conversation={conversation}
      mode={mode}
      onMode={setMode}
      draft={draft}
      onWrite={(text) => {
        setDraft(text);
        if (text) sendTyping(mode);
      }}
      attachments={attachments}
      onFiles={attach}
      onSendAnyway={onSendAnyway}
      actions={actions}
      onActions={setActions}
      other={other}
      onSend={({ close: isClosing, mentions, sendAt }) => {
        const chosen = mode === "reply" ? knownActions(actions, known) : {};
        const close = isClosing || chosen.close;
        const more = sentActions(close ? withoutSnooze(chosen) : chosen, { me, timeZone });
        const leaving = close && leave({ ...CLOSED, ...(!isOnline && { words: composerCopy.closesLater }) });
        const uploads = attachments.uploads.flatMap(({ file }) => file ?? []);
        const files = uploads.length > 0 && { files: uploads.map((file) => file.id), uploads };
        const body = files && isBlank(draft) ? namesOf(uploads) : draft;
        if (mode === "note") send(draft, { kind: "note", ...(mentions?.length && { mentions }) });
        else send(body, { ...seenOf(), ...files, ...more, ...(close && { close }), ...timeOf(sendAt) });
        if (mode === "reply") attachments.clear();
        setDraft("");
        if (leaving) leaving.goOn();
      }}
    />
  );
}

// "Send and close" was pressed after a saved reply had chosen to snooze.
const withoutSnooze = ({ snooze: _, ...actions }: SavedReplyActions): SavedReplyActions => actions;

/** When a reply is sent: at a time, or after the seconds that the person wants to be able to take it back. */
function timeOf(sendAt: string | undefined): Pick<UnsentFields, "sendAt" | "holdSeconds"> {
  if (sendAt !== undefined) return { sendAt };
  const holdSeconds = Number(document.documentElement.dataset.holdSeconds ?? 0);
  return holdSeconds > 0 ? { holdSeconds } : {};
}

/** Returns a function that notifies others that the owner is typing, at most every few seconds: of a note, the team only. */
function useOwnTyping(conversationId: string): (mode: Mode) => void {
  const sentAt = useRef(0);
  return (mode) => {
    if (Date.now() - sentAt.current < TYPING_EVERY_MS) return;
    sentAt.current = Date.now();
    void callApi(`/conversations/${conversationId}${mode === "note" ? "/notes" : ""}/typing`, { method: "POST" });
  };
}
