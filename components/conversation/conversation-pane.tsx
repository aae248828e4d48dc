"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { TYPING_EVERY_MS } from "#client/typing.ts";
import { isHeld, type Unsent, type UnsentFields } from "#client/unsent.ts";
import { callApi } from "#components/api/call-api.ts";
import { LookingLine } from "#components/assignment/looking-line.tsx";
import { useColleagues } from "#components/assignment/use-colleagues.ts";
import { composerCopy } from "#components/catalogs/composer.tsx";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { filesCopy } from "#components/catalogs/files.tsx";
import { Composer } from "#components/composer/composer.tsx";
import { FileDropHint } from "#components/files/file-drop-hint.tsx";
import { useAttachments } from "#components/files/use-attachments.ts";
import { useFileDrop } from "#components/files/use-file-drop.ts";
import type { InboxFilter } from "#components/filter/inbox-filter.ts";
import { ConnectionBanner } from "#components/live/connection-banner.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { useUnsent } from "#components/live/use-unsent.ts";
import { type Mode, useMode } from "#components/notes/use-mode.ts";
import { useNotes } from "#components/notes/use-notes.ts";
import { useReader } from "#components/time/reader.tsx";
import { TriageLine } from "#components/triage/triage-line.tsx";
import { showToast } from "#components/ui/toast.tsx";
import { useOnline } from "#components/ui/use-online.ts";
import { visitorName } from "#components/visitor/visitor-name.ts";
import { VisitorPanel } from "#components/visitor/visitor-panel.tsx";
import { VisitorSheet } from "#components/visitor/visitor-sheet.tsx";
import type { ConversationJson } from "#lib/conversations/schema.ts";
import { FILES_MAX_COUNT } from "#lib/files/file-count.ts";
import { isOnlyNames, namesOf } from "#lib/messages/file-names.ts";
import type { MessageJson } from "#lib/messages/schema.ts";
import type { NoteJson } from "#lib/notes/schema.ts";
import { isBlank } from "#platform/characters.ts";
import { useArrival } from "./arrival.ts";
import { BlockedNotice } from "./blocked-notice.tsx";
import { ConversationActions } from "./conversation-actions.tsx";
import { ConversationTitle } from "./conversation-heading.tsx";
import { DeletedNotice } from "./deleted-notice.tsx";
import { EditReplyContext } from "./edit-reply.ts";
import { forgetReplies } from "./forget-replies.ts";
import { type DayOfMessages, groupMessages } from "./group-messages.ts";
import { SpamNotice } from "./spam-notice.tsx";
import { SpokenMessage } from "./spoken-message.tsx";
import { Thread } from "./thread.tsx";
import { firstNewer, threadItems } from "./thread-items.ts";
import { useDraft } from "./use-draft.ts";
import { useLeave } from "./use-leave.ts";
import { useMarkRead } from "./use-mark-read.ts";
import { useOpenConversation, useSeenUpTo } from "./use-open-conversation.ts";
import { usePresence } from "./use-presence.ts";
import { type Position, useSeen } from "./use-seen.ts";
import { type MessagePage, useTranscript } from "./use-transcript.ts";
import { useVisitorTyping } from "./use-visitor-typing.ts";

type Props = {
  brought: ConversationJson;
  newest: MessagePage;
  /** Of a stored conversation: the notes between these messages. Others are fetched. */
  notes?: readonly NoteJson[] | undefined;
  seen: number;
  filter: InboxFilter;
  siteColor: string | undefined;
  /** Goes back to a list that's already rendered. */
  onBack?: (() => void) | undefined;
};

const CLOSED = { words: conversationCopy.closedToast, reverse: { status: "open" } } as const;

/** The open conversation, with the visitor's details. */
export function ConversationPane({ brought, newest, notes: stored, seen, filter, siteColor, onBack }: Props) {
  const session = useLive();
  const { conversation, isDeleted } = useOpenConversation(brought);
  const { id } = conversation;
  const { messages, earlier, onEarlier } = useTranscript(id, newest);
  const seenUpTo = useSeenUpTo(id, seen);
  const notes = useNotesShown(id, { messages, hasMore: earlier !== "none" }, stored);
  const { unsent, send, onSendAnyway } = useReplies(id);
  const { days, last, lastSeq } = useThreadDays(messages, notes, unsent);
  const area = useRef<HTMLTextAreaElement>(null);
  const [mode, setMode] = useMode(id);
  const drafts = { reply: useDraft(`draft:${id}`, area), note: useDraft(`note-draft:${id}`) };
  const [draft, setDraft] = drafts[mode];
  const [isAtEnd, setAtEnd] = useState(true);
  const seenOf = useSeen({ seenSeq: lastSeq, seenNote: Math.max(brought.noteSeq, notes.at(-1)?.seq ?? 0) }, isAtEnd);
  const attachments = useAttachments(conversation);
  const attach = (files: readonly File[]) => {
    const room = Math.max(0, FILES_MAX_COUNT - attachments.uploads.length);
    if (files.length > room) showToast({ words: filesCopy.tooMany(FILES_MAX_COUNT) });
    attachments.add(files.slice(0, room));
    area.current?.focus();
  };
  const canReply = !isDeleted && !conversation.spam && !conversation.visitorBlocked;
  const drop = useFileDrop(canReply && mode === "reply" ? attach : undefined);
  const sendTyping = useOwnTyping(id);
  const visitor = visitorName(conversation);
  const leave = useLeave(id, filter);
  const isOnline = useOnline();

  const headingId = `conversation-${id}`;

  useArrival(id, headingId, area);
  const colleagues = useColleagues(id);
  usePresence(isDeleted ? null : id, colleagues.onReport);
  useShown(conversation, { messages, hasMore: earlier !== "none" }, notes, seenUpTo);

  const lastOfVisitor = messages.findLast(({ senderType }) => senderType === "visitor")?.seq ?? 0;
  useMarkRead(id, lastOfVisitor, isAtEnd);

  const edit = (message: Unsent) => {
    const { body, kind, uploads } = message;
    const own = kind ?? "reply";
    const [before, write] = drafts[own];
    write([isOnlyNames({ body, files: uploads }) ? "" : body, before].filter(Boolean).join("\n"));
    attachments.bringBack(message);
    flushSync(() => setMode(own));
    area.current?.focus();
  };

  return (
    <>
      <article
        aria-labelledby={headingId}
        data-conversation
        {...drop.handlers}
        className="relative flex min-h-0 min-w-0 flex-1 flex-col pb-[env(safe-area-inset-bottom)]"
      >
        <ConversationHeader
          headingId={headingId}
          conversation={conversation}
          filter={filter}
          siteColor={siteColor}
          onBack={onBack}
          seenOf={seenOf}
        />
        {drop.isOver && <FileDropHint />}
        <ConnectionBanner edge="phone-top" />
        <EditReplyContext value={edit}>
          <Thread
            visitor={visitor}
            days={days}
            last={last}
            lastSeq={lastSeq}
            earlier={earlier}
            onEarlier={onEarlier}
            seenUpTo={seenUpTo}
            onAtEnd={setAtEnd}
          />
        </EditReplyContext>
        <SpokenMessage conversationId={id} visitor={visitor} />
        <div className="flex min-w-0 shrink-0 justify-between gap-3">
          <VisitorTyping conversationId={id} visitor={visitor} />
          <LookingLine {...colleagues.shown} />
        </div>
        {isDeleted ? (
          <DeletedNotice draft={draft} filter={filter} onLeave={() => forgetReplies(session, id)} />
        ) : conversation.spam ? (
          <SpamNotice conversationId={id} draft={draft} />
        ) : conversation.visitorBlocked ? (
          <BlockedNotice conversation={conversation} draft={draft} />
        ) : (
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
            onSend={({ close, mentions }) => {
              const goOn = close && leave({ ...CLOSED, ...(!isOnline && { words: composerCopy.closesLater }) });
              const uploads = attachments.uploads.flatMap(({ file }) => file ?? []);
              const files = uploads.length > 0 && { files: uploads.map((file) => file.id), uploads };
              const body = files && isBlank(draft) ? namesOf(uploads) : draft;
              if (mode === "note") send(draft, { kind: "note", ...(mentions?.length && { mentions }) });
              else send(body, { ...seenOf(), ...files, ...(close && { close }) });
              if (mode === "reply") attachments.clear();
              setDraft("");
              goOn?.();
            }}
          />
        )}
      </article>
      <VisitorPanel key={id} conversation={conversation} siteColor={siteColor} />
    </>
  );
}

type HeaderProps = Pick<Props, "filter" | "siteColor" | "onBack"> & {
  headingId: string;
  conversation: ConversationJson;
  seenOf: () => Position;
};

function ConversationHeader({ headingId, conversation, filter, siteColor, onBack, seenOf }: HeaderProps) {
  const [isSheetOpen, setSheetOpen] = useState(false);
  return (
    <header className="shrink-0 border-b border-line px-4 py-3 md:px-6">
      <ConversationActions conversation={conversation} filter={filter} seenOf={seenOf}>
        <ConversationTitle
          as="h1"
          id={headingId}
          onBack={onBack}
          conversation={conversation}
          filter={filter}
          siteColor={siteColor}
          onVisitor={() => setSheetOpen(true)}
        />
      </ConversationActions>
      <TriageLine conversation={conversation} />
      {isSheetOpen && (
        <VisitorSheet conversation={conversation} siteColor={siteColor} onClose={() => setSheetOpen(false)} />
      )}
    </header>
  );
}

/** Reports what's read, which is stored for reading it without a connection. */
function useShown(
  conversation: ConversationJson,
  { messages, hasMore }: MessagePage,
  notes: readonly NoteJson[],
  seen: number,
) {
  const { shown } = useLive();
  useEffect(() => {
    shown.set({ open: { conversation, newest: { messages, hasMore }, notes, seen } });
  }, [shown, conversation, messages, hasMore, notes, seen]);
  useEffect(() => () => shown.set({ open: undefined }), [shown]);
}

/** Returns the conversation's unsent replies and notes, and functions that send one, and the one that's held back. */
function useReplies(conversationId: string) {
  const { replies } = useLive();
  const all = useUnsent();
  const unsent = useMemo(() => all.filter(({ to }) => to === conversationId), [all, conversationId]);
  const held = unsent.find(isHeld);
  return {
    unsent,
    send: (body: string, fields: Omit<UnsentFields, "to">) => replies.add(body, { ...fields, to: conversationId }),
    onSendAnyway: held && (() => replies.sendAnyway(held.key)),
  };
}

/** Returns the notes of the part of the thread that's loaded. */
function useNotesShown(id: string, { messages, hasMore }: MessagePage, stored?: readonly NoteJson[]) {
  const since = hasMore ? messages[0]?.createdAt : undefined;
  const notes = useNotes(id, since, stored);
  return useMemo(
    () => (since === undefined ? notes : notes.filter(({ createdAt }) => createdAt >= since)),
    [notes, since],
  );
}

/** Returns the thread as it's rendered: days with groups, the last message, and the last stored `seq`. */
function useThreadDays(messages: readonly MessageJson[], notes: readonly NoteJson[], unsent: readonly Unsent[]) {
  const { userId: me, replies } = useLive();
  const { keyOf } = replies;
  const { timeZone } = useReader();
  const before = useRef<DayOfMessages[]>([]);
  return useMemo(() => {
    const items = threadItems({ messages, notes, unsent }, { me, keyOf });
    const days = groupMessages(items, { timeZone, newFrom: firstNewer(items, me) }, before.current);
    before.current = days;
    return { days, last: items.at(-1), lastSeq: messages.at(-1)?.seq ?? 0 };
  }, [messages, notes, unsent, me, keyOf, timeZone]);
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

/** Shows that the visitor is typing, in a line that always takes up its space. */
function VisitorTyping({ conversationId, visitor }: { conversationId: string; visitor: string }) {
  const isTyping = useVisitorTyping(conversationId);
  return (
    <p role="status" className="h-5 min-w-0 truncate ps-5 text-xs leading-5 text-quiet md:ps-7">
      {isTyping && (
        <>
          <span aria-hidden className="typing me-1.5 inline-flex gap-0.5 align-middle">
            <i />
            <i />
            <i />
          </span>
          {conversationCopy.isTyping(<bdi>{visitor}</bdi>)}
        </>
      )}
    </p>
  );
}
