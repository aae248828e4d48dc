"use client";

import { useRef, useState } from "react";
import type { InboxFilter } from "#components/inbox/inbox-filter.ts";
import { visitorName } from "#components/inbox/visitor-name.ts";
import { ConnectionBanner } from "#components/live/connection-banner.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import type { ConversationJson } from "#lib/conversations/schema.ts";
import { BlockedNotice } from "./blocked-notice.tsx";
import { ConversationHeader } from "./conversation-header.tsx";
import { DeletedNotice } from "./deleted-notice.tsx";
import { EditReplyContext } from "./edit-reply.ts";
import { forgetReplies } from "./forget-replies.ts";
import { ReplyBox } from "./reply-box.tsx";
import { SpamNotice } from "./spam-notice.tsx";
import { SpokenMessage } from "./spoken-message.tsx";
import { Thread } from "./thread.tsx";
import { useDraft } from "./use-draft.ts";
import { useMarkRead } from "./use-mark-read.ts";
import { useOpenConversation, useSeenUpTo } from "./use-open-conversation.ts";
import { useOwnTyping } from "./use-own-typing.ts";
import { useReplies } from "./use-replies.ts";
import { useThreadDays } from "./use-thread-days.ts";
import { type MessagePage, useTranscript } from "./use-transcript.ts";
import { VisitorDetails } from "./visitor-details.tsx";
import { VisitorTyping } from "./visitor-typing.tsx";

type Props = {
  brought: ConversationJson;
  newest: MessagePage;
  seen: number;
  filter: InboxFilter;
  siteColor: string | undefined;
};

/** The open conversation with what is known of its visitor. */
export function ConversationPane({ brought, newest, seen, filter, siteColor }: Props) {
  const session = useLive();
  const { conversation, isDeleted } = useOpenConversation(brought);
  const { id, status } = conversation;
  const { messages, earlier, onEarlier } = useTranscript(id, newest);
  const seenUpTo = useSeenUpTo(id, seen);
  const { unsent, send } = useReplies(id);
  const { days, last, lastSeq } = useThreadDays(messages, unsent);
  const area = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useDraft(id, area);
  const [isAtEnd, setAtEnd] = useState(true);
  const tellTyping = useOwnTyping(id);
  const visitor = visitorName(conversation);

  const lastOfVisitor = messages.findLast(({ senderType }) => senderType === "visitor")?.seq ?? 0;
  useMarkRead(id, lastOfVisitor, isAtEnd);

  const edit = (text: string) => {
    setDraft([text, draft].filter(Boolean).join("\n"));
    area.current?.focus();
  };

  return (
    <>
      <article aria-labelledby="conversation-heading" className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ConversationHeader conversation={conversation} filter={filter} siteColor={siteColor} />
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
        <VisitorTyping conversationId={id} visitor={visitor} />
        {isDeleted ? (
          <DeletedNotice draft={draft} filter={filter} onLeave={() => forgetReplies(session, id)} />
        ) : conversation.spam ? (
          <SpamNotice conversationId={id} draft={draft} />
        ) : conversation.visitorBlocked ? (
          <BlockedNotice conversation={conversation} draft={draft} />
        ) : (
          <ReplyBox
            area={area}
            visitor={visitor}
            isClosed={status === "closed"}
            draft={draft}
            onWrite={(text) => {
              setDraft(text);
              if (text) tellTyping();
            }}
            onSend={() => {
              send(draft);
              setDraft("");
            }}
          />
        )}
      </article>
      <VisitorDetails conversation={conversation} siteColor={siteColor} />
    </>
  );
}
