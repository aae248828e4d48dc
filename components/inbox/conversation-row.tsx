"use client";

import { AlarmClock, MessageCircleOff, Star } from "lucide-react";
import { memo, type ReactNode } from "react";
import { AssigneeMark } from "#components/assignment/assignee-mark.tsx";
import { useNameOf, useTeam } from "#components/assignment/team-provider.tsx";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { bulkCopy } from "#components/catalogs/bulk.ts";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { triageCopy } from "#components/catalogs/triage.tsx";
import type { InboxFilter } from "#components/filter/inbox-filter.ts";
import { LabelDots } from "#components/labels/label-dots.tsx";
import { Moment } from "#components/time/moment.tsx";
import { useReader } from "#components/time/reader.tsx";
import { durationWords, fullTime, untilTime } from "#components/time/time-words.ts";
import { classNames } from "#components/ui/class-names.ts";
import { VisitorAvatar } from "#components/visitor/avatar.tsx";
import { VerifiedMark } from "#components/visitor/verified-mark.tsx";
import { visitorLabel } from "#components/visitor/visitor-name.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { toggleSelected } from "./selection.ts";
import { UnsentPreview } from "./unsent-preview.tsx";
import type { ListRow } from "./use-conversation-list.ts";

type Props = {
  conversation: ConversationJson;
  standing: ListRow["standing"];
  excerpt?: ListRow["excerpt"];
  /** The last reply that the server hasn't stored yet. */
  unsentReply: string | undefined;
  isReplyStuck: boolean;
  siteColor: string | undefined;
  href: string;
  filter: InboxFilter;
  isSelected: boolean;
  /** The list, if its rows can be selected now. */
  listKey?: string;
  isChecked?: boolean;
};

export const ConversationRow = memo(function ConversationRow(props: Props) {
  const { conversation, standing, excerpt, unsentReply, isReplyStuck, siteColor, filter, isSelected } = props;
  const { listKey, isChecked = false } = props;
  const { unreadCount, waitingSince, starred, forYou } = conversation;
  const { text: name, isOurs } = visitorLabel(conversation);
  const isUnread = unreadCount > 0 && !isSelected && standing !== "deleted";
  const isReplied = unsentReply !== undefined || conversation.lastMessageBy === "owner";
  const isOurTurn = !isReplied && !conversation.noReplyNeeded;
  return (
    <li className="relative">
      {listKey !== undefined && standing !== "deleted" && (
        <label className="absolute inset-y-0 start-2 z-1 grid w-14 place-items-center compact:w-11">
          <span className="sr-only">{bulkCopy.selectRow(name)}</span>
          <input
            type="checkbox"
            checked={isChecked}
            onChange={() => toggleSelected(listKey, conversation.id)}
            className="size-4 accent-accent"
          />
        </label>
      )}
      <RowLink {...props}>
        <VisitorAvatar conversation={conversation} siteColor={siteColor} />
        <span className="min-w-0 flex-1 compact:flex compact:items-center compact:gap-3">
          {isUnread && <span className="sr-only">{`${inboxCopy.unread} `}</span>}
          <span className="flex items-baseline gap-3 compact:contents">
            <span className="flex min-w-0 flex-1 items-baseline gap-1 compact:w-2/5 compact:flex-none">
              <bdi
                className={classNames(
                  "min-w-0 truncate text-left",
                  isUnread ? "font-semibold" : isOurTurn && !isOurs ? "font-medium" : "text-quiet",
                )}
              >
                {name}
              </bdi>
              <VerifiedMark conversation={conversation} />
              {starred && <StarredMark />}
            </span>
            {waitingSince && unsentReply === undefined ? (
              <WaitingTime since={waitingSince} />
            ) : (
              <Moment
                at={conversation.lastMessageAt}
                form="list"
                className="shrink-0 text-xs text-quiet compact:order-last"
              />
            )}
          </span>
          <span className="flex items-center gap-2 compact:min-w-0 compact:flex-1">
            <span className="sr-only">{`${inboxCopy.ofSite(conversation.siteName)} `}</span>
            <span className={classNames("min-w-0 flex-1 truncate text-sm", isUnread ? "text-ink" : "text-quiet")}>
              {excerpt ? (
                <bdi>
                  <Excerpt parts={excerpt} />
                </bdi>
              ) : forYou && unsentReply === undefined ? (
                <ForYou forYou={forYou} />
              ) : (
                <>
                  {isReplied && <ReplyBy conversation={conversation} isOwn={unsentReply !== undefined} />}
                  <bdi>
                    {unsentReply === undefined ? conversation.lastMessagePreview : <UnsentPreview body={unsentReply} />}
                  </bdi>
                </>
              )}
            </span>
            {conversation.assigneeId && <AssigneeMark userId={conversation.assigneeId} />}
            {conversation.labelIds.length > 0 && <LabelDots conversation={conversation} />}
            <Snooze conversation={conversation} />
            {conversation.noReplyNeeded && unsentReply === undefined && <NoReplyMark />}
            {unsentReply !== undefined && (
              <span className={classNames("shrink-0 text-xs", isReplyStuck ? "font-medium text-danger" : "text-quiet")}>
                {isReplyStuck ? inboxCopy.replyNotSent : inboxCopy.sending}
              </span>
            )}
            {conversation.visitorBlocked && <span className="shrink-0 text-xs text-quiet">{inboxCopy.blocked}</span>}
            <Standing conversation={conversation} standing={standing} filter={filter} />
            {isUnread && (
              <span className="shrink-0 text-xs font-semibold text-accent tabular-nums">
                {inboxCopy.unreadCount(unreadCount)}
                <span className="sr-only">{` ${inboxCopy.new}`}</span>
              </span>
            )}
          </span>
        </span>
      </RowLink>
    </li>
  );
});

/** Says what a colleague did for the reader to see. */
function ForYou({ forYou: { reason, by, byName, note } }: { forYou: NonNullable<ConversationJson["forYou"]> }) {
  const name = byName ?? assignmentCopy.formerTeammate;
  if (reason === "assigned") {
    return <bdi>{by === undefined ? assignmentCopy.assignedInTurn : assignmentCopy.assignedToYou(name)}</bdi>;
  }
  return (
    <>
      <bdi className="text-accent">{`${assignmentCopy.mentionedYou(name)} `}</bdi>
      <bdi>{note}</bdi>
    </>
  );
}

/** Says who sent the last message, in front of it. */
function ReplyBy({ conversation: { lastReplyBy }, isOwn }: Pick<Props, "conversation"> & { isOwn: boolean }) {
  const { isShared, readerId } = useTeam();
  const nameOf = useNameOf();
  if (isOwn || !isShared || lastReplyBy === readerId) return `${inboxCopy.you} `;
  // An earlier version didn't store it.
  return lastReplyBy && <bdi>{`${assignmentCopy.by(nameOf(lastReplyBy))} `}</bdi>;
}

/** How long the visitor has waited for a reply. */
function WaitingTime({ since }: { since: string }) {
  const reader = useReader();
  const at = new Date(since);
  return (
    <time
      dateTime={since}
      title={fullTime(at, reader)}
      lang={reader.language}
      className="timer flex shrink-0 items-center gap-1 self-center text-xs font-medium compact:order-last"
      suppressHydrationWarning
    >
      <span aria-hidden suppressHydrationWarning>
        {durationWords(at, reader, "narrow")}
      </span>
      <span className="sr-only" suppressHydrationWarning>
        {inboxCopy.waitingFor(durationWords(at, reader, "long"))}
      </span>
    </time>
  );
}

function StarredMark() {
  return (
    <span className="shrink-0 self-center">
      <Star size={12} aria-hidden className="fill-current" />
      <span className="sr-only">{inboxCopy.starred}. </span>
    </span>
  );
}

function NoReplyMark() {
  return (
    <span title={inboxCopy.noReplyNeeded} className="shrink-0 text-quiet">
      <MessageCircleOff size={12} aria-hidden />
      <span className="sr-only">{inboxCopy.noReplyNeeded}</span>
    </span>
  );
}

/** Says until when a conversation is snoozed, or why it's back. */
function Snooze({ conversation: { snoozed, snoozedUntil, wokenBy } }: Pick<Props, "conversation">) {
  const reader = useReader();
  const until = snoozedUntil && untilTime(new Date(snoozedUntil), reader);
  if (!snoozed && !wokenBy) return null;
  return (
    <span
      className={classNames(
        "flex shrink-0 items-center gap-1 text-xs",
        snoozed ? "text-quiet" : "font-medium text-accent",
      )}
    >
      <AlarmClock size={12} aria-hidden />
      {!snoozed && (wokenBy === "time" ? inboxCopy.snoozeEnded : inboxCopy.wokenByReply)}
      {snoozed && (
        <>
          <span aria-hidden suppressHydrationWarning>
            {until ?? inboxCopy.untilReply}
          </span>
          <span className="sr-only" suppressHydrationWarning>
            {until ? triageCopy.snoozedUntil(until) : triageCopy.snoozedUntilReply}
          </span>
        </>
      )}
    </span>
  );
}

function Excerpt({ parts }: { parts: NonNullable<ListRow["excerpt"]> }) {
  return parts.map(({ text, isMatch }, at) => {
    if (!isMatch) return text;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key, and never move.
      <mark key={at} className="rounded-xs bg-accent-soft font-medium text-accent">
        {text}
      </mark>
    );
  });
}

const ROW =
  "mx-2 flex h-16 items-center gap-3 rounded-lg px-3 transition-colors compact:h-11 compact:[&>.avatar]:size-6 compact:[&>.avatar]:text-[9px] group-data-selecting/list:[&>.avatar]:invisible";

function RowLink({ conversation, standing, isSelected, isChecked, href, children }: Props & { children: ReactNode }) {
  if (standing === "deleted") return <div className={`${ROW} text-quiet line-through`}>{children}</div>;
  return (
    <a
      href={href}
      data-row={conversation.id}
      data-left={standing === "left" ? "" : undefined}
      data-checked={isChecked || undefined}
      aria-current={isSelected ? "page" : undefined}
      className={`${ROW} data-checked:bg-accent-soft hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft`}
    >
      {children}
    </a>
  );
}

function Standing({ conversation, standing, filter }: Pick<Props, "conversation" | "standing" | "filter">) {
  const { spam, status } = conversation;
  const words = standing === "deleted" ? inboxCopy.deleted : spam ? inboxCopy.spam : inboxCopy[status];
  const isImpliedByFilter = standing === "here" && (filter.status !== "all" || status === "open");
  return !isImpliedByFilter && <span className="shrink-0 text-xs text-quiet">{words}</span>;
}
