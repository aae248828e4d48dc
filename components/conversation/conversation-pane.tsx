"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { LookingLine } from "#components/assignment/looking-line.tsx";
import { useColleagues } from "#components/assignment/use-colleagues.ts";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { FileDropHint } from "#components/files/file-drop-hint.tsx";
import { useFileDrop } from "#components/files/use-file-drop.ts";
import type { InboxFilter } from "#components/filter/inbox-filter.ts";
import { ConnectionBanner } from "#components/live/connection-banner.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { isOutdated } from "#components/live/page-age.ts";
import { type Beside, useBeside } from "#components/live/use-beside.ts";
import { useScheduled } from "#components/live/use-scheduled.ts";
import { useReader } from "#components/time/reader.tsx";
import { visitorName } from "#components/visitor/visitor-name.ts";
import { VisitorPanel } from "#components/visitor/visitor-panel.tsx";
import type { EventJson } from "#lib/desk/conversation-events/schema.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import type { DraftVersion } from "#lib/desk/drafts/json.ts";
import type { NoteJson } from "#lib/desk/notes/schema.ts";
import type { ScheduledReplyJson } from "#lib/desk/scheduled-replies/schema.ts";
import { useArrival } from "./arrival.ts";
import { BlockedNotice } from "./blocked-notice.tsx";
import { BouncedNotice } from "./bounced-notice.tsx";
import { ConversationHeader } from "./conversation-header.tsx";
import { ChoosingBar, ChoosingProvider } from "./delete-message.tsx";
import { DeletedNotice } from "./deleted-notice.tsx";
import { EditReplyContext } from "./edit-reply.ts";
import { forgetReplies } from "./forget-replies.ts";
import { type DayOfMessages, groupMessages } from "./group-messages.ts";
import { SpamNotice } from "./spam-notice.tsx";
import { SpokenMessage } from "./spoken-message.tsx";
import { Thread } from "./thread.tsx";
import { firstNewer, threadItems } from "./thread-items.ts";
import { useMarkRead } from "./use-mark-read.ts";
import { useOpenConversation, useSeenUpTo } from "./use-open-conversation.ts";
import { usePresence } from "./use-presence.ts";
import { useReplies } from "./use-replies.ts";
import { useSeen } from "./use-seen.ts";
import { type MessagePage, useTranscript } from "./use-transcript.ts";
import { useUndoSend } from "./use-undo-send.ts";
import { useVisitorTyping } from "./use-visitor-typing.ts";
import { useWriting } from "./use-writing.ts";
import { WritingBox } from "./writing-box.tsx";

type Props = {
  brought: ConversationJson;
  newest: MessagePage;
  /** Known notes and events between these messages. Others are fetched. */
  notes?: readonly NoteJson[] | undefined;
  events?: readonly EventJson[] | undefined;
  seen: number;
  /** The drafts that the server has. Undefined if that's unknown. */
  drafts?: readonly DraftVersion[] | undefined;
  /** Replies that are sent later. Without them, they're fetched. */
  scheduled?: readonly ScheduledReplyJson[] | undefined;
  filter: InboxFilter;
  siteColor: string | undefined;
  /** Goes back to a list that's already rendered. */
  onBack?: (() => void) | undefined;
};

/** The open conversation, with the visitor's details. */
export function ConversationPane(props: Props) {
  const { brought, newest, seen, filter, siteColor, onBack } = props;
  const session = useLive();
  const { conversation, isDeleted } = useOpenConversation(brought);
  const { id } = conversation;
  useOpenDrafts(brought, props.drafts);
  const { messages, earlier, deletedCount, onEarlier } = useTranscript(id, newest);
  const seenUpTo = useSeenUpTo(id, seen);
  const page = { messages, hasMore: earlier !== "none" };
  const notes = useShownBeside(NOTES, id, page, props.notes);
  const events = useShownBeside(EVENTS, id, page, props.events);
  const { unsent } = useReplies(id);
  const scheduled = useScheduled(id, props.scheduled);
  useUndoSend(scheduled);
  const { days, last, lastSeq } = useThreadDays({ messages, notes, events, unsent, scheduled });
  const writing = useWriting(conversation);
  const { area, mode, draft, attach } = writing;
  const [isAtEnd, setAtEnd] = useState(true);
  const seenOf = useSeen({ seenSeq: lastSeq, seenNote: Math.max(brought.noteSeq, notes.at(-1)?.seq ?? 0) }, isAtEnd);
  const canReply = !isDeleted && !conversation.spam && !conversation.visitorBlocked;
  const drop = useFileDrop(canReply && mode === "reply" ? attach : undefined);
  const visitor = visitorName(conversation);

  const headingId = `conversation-${id}`;

  useArrival(id, headingId, area);
  const colleagues = useColleagues(id);
  usePresence(isDeleted ? null : id, colleagues.onReport);
  useShown(conversation, { messages, hasMore: earlier !== "none", deletedCount }, notes, seenUpTo);

  const lastOfVisitor = messages.findLast(({ senderType }) => senderType === "visitor")?.seq ?? 0;
  useMarkRead(id, lastOfVisitor, isAtEnd);

  return (
    <ChoosingProvider conversationId={id}>
      <article
        aria-labelledby={headingId}
        data-conversation
        {...drop.handlers}
        className="relative flex min-h-0 min-w-0 flex-1 flex-col pb-[env(safe-area-inset-bottom)] xl:me-72"
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
        <EditReplyContext value={writing.edit}>
          <Thread
            visitor={visitor}
            greeting={conversation.greeting}
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
        <ChoosingBar />
        <div className="flex min-w-0 shrink-0">
          <LookingLine {...colleagues.shown} />
          <VisitorTyping conversationId={id} visitor={visitor} />
        </div>
        {isDeleted ? (
          <DeletedNotice draft={draft} filter={filter} onLeave={() => forgetReplies(session, id)} />
        ) : conversation.spam ? (
          <SpamNotice conversationId={id} draft={draft} />
        ) : conversation.visitorBlocked ? (
          <BlockedNotice conversation={conversation} draft={draft} />
        ) : (
          <>
            <BouncedNotice conversation={conversation} />
            <WritingBox conversation={conversation} filter={filter} writing={writing} seenOf={seenOf} />
          </>
        )}
      </article>
      <VisitorPanel key={id} conversation={conversation} siteColor={siteColor} />
    </ChoosingProvider>
  );
}

/** Keeps the drafts of the conversation current. */
function useOpenDrafts(brought: ConversationJson, listed: readonly DraftVersion[] | undefined) {
  const { drafts, inbox } = useLive();
  useEffect(() => {
    const isCurrent = !isOutdated(brought, inbox.timesMissed());
    return drafts.open(brought.id, isCurrent ? listed : undefined);
  }, [drafts, inbox, brought, listed]);
}

/** Reports what's read, which is stored for reading it without a connection. */
function useShown(
  conversation: ConversationJson,
  { messages, hasMore, deletedCount = 0 }: MessagePage,
  notes: readonly NoteJson[],
  seen: number,
) {
  const { shown } = useLive();
  useEffect(() => {
    shown.set({ open: { conversation, newest: { messages, hasMore, deletedCount }, notes, seen } });
  }, [shown, conversation, messages, hasMore, deletedCount, notes, seen]);
  useEffect(() => () => shown.set({ open: undefined }), [shown]);
}

const NOTES: Beside<NoteJson> = {
  name: "notes",
  lastOf: (inbox, id) => inbox.lastNoteOf(id),
  onNew: (inbox, listener) => inbox.onNote(listener),
};
const EVENTS: Beside<EventJson> = { name: "events", lastOf: (inbox, id) => inbox.lastEventOf(id) };

/** Returns the notes or events of the part of the thread that's loaded. */
function useShownBeside<M extends NoteJson | EventJson>(
  beside: Beside<M>,
  id: string,
  { messages, hasMore }: MessagePage,
  stored?: readonly M[],
) {
  const since = hasMore ? messages[0]?.createdAt : undefined;
  const all = useBeside(beside, id, since, stored);
  return useMemo(() => (since === undefined ? all : all.filter(({ createdAt }) => createdAt >= since)), [all, since]);
}

/** Returns the thread as it's rendered: days with groups, the last message, and the last stored `seq`. */
function useThreadDays({ messages, notes, events, unsent, scheduled }: Parameters<typeof threadItems>[0]) {
  const { userId: me, replies } = useLive();
  const { keyOf } = replies;
  const { timeZone } = useReader();
  const before = useRef<DayOfMessages[]>([]);
  return useMemo(() => {
    const items = threadItems({ messages, notes, events, unsent, scheduled }, { me, keyOf });
    const days = groupMessages(items, { timeZone, newFrom: firstNewer(items, me) }, before.current);
    before.current = days;
    return { days, last: items.at(-1), lastSeq: messages.at(-1)?.seq ?? 0 };
  }, [messages, notes, events, unsent, scheduled, me, keyOf, timeZone]);
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
