"use client";

import { memo } from "react";
import { isHeld } from "#client/unsent.ts";
import { usePhotoOf, useTeam } from "#components/assignment/team-provider.tsx";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { notesCopy } from "#components/catalogs/notes.tsx";
import { MessageFiles } from "#components/files/message-files.tsx";
import { mentionPattern } from "#components/notes/mentions.ts";
import { Photo } from "#components/pictures/picture.tsx";
import { Moment } from "#components/time/moment.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { isOnlyNames } from "#lib/desk/messages/file-names.ts";
import { useDeleteButton } from "./delete-message.tsx";
import { DeletedMark } from "./deleted-mark.tsx";
import { EventLines } from "./event-lines.tsx";
import { FormattedText } from "./formatted-text.tsx";
import type { MessageGroup as Group } from "./group-messages.ts";
import { MailLine } from "./mail-line.tsx";
import { ScheduledNote } from "./scheduled-note.tsx";
import { type MessageState, StateMark } from "./state-mark.tsx";
import type { ThreadItem } from "./thread-items.ts";
import { UnsentNote } from "./unsent-note.tsx";

type Props = { group: Group; visitor: string; seenUpTo: number };

/** Consecutive messages of one side, with one name and time, or consecutive events. */
export const MessageGroup = memo(function MessageGroup(props: Props) {
  return props.group.sender === "event" ? <EventLines events={props.group.items} /> : <Messages {...props} />;
});

function Messages({ group, visitor, seenUpTo }: Props) {
  const { isShared, readerId } = useTeam();
  const { sender, senderId, senderName, isNew } = group;
  const isTeams = sender === "owner" || sender === "automatic";
  // The team's page knows a photo that was changed since.
  const current = usePhotoOf(senderId);
  const photo = sender === "visitor" ? undefined : (current ?? group.senderPhotoUrl);
  const writer =
    sender === "visitor"
      ? visitor
      : sender === "automatic"
        ? conversationCopy.automatic
        : !isShared || senderId === readerId
          ? conversationCopy.you
          : (senderName ?? assignmentCopy.formerTeammate);
  return (
    <li className={classNames("flex flex-col pt-4", isTeams ? "items-end" : "items-start")}>
      {isNew && (
        <p className="mb-3 flex items-center gap-3 self-stretch text-xs font-medium text-danger before:flex-1 before:border-t after:flex-1 after:border-t">
          {notesCopy.newSince}
        </p>
      )}
      <p className="mb-1 flex max-w-full items-baseline gap-2 px-1 text-xs text-quiet">
        {isShared && photo && (
          <span className="relative size-4 shrink-0 self-center">
            <Photo url={photo} />
          </span>
        )}
        <span className="min-w-0 truncate font-medium text-ink">
          {sender === "note" ? notesCopy.by(<bdi>{writer}</bdi>) : <bdi>{writer}</bdi>}
        </span>
        <Moment at={group.at} form="clock" className="shrink-0" />
      </p>
      <ul className="w-full">
        {group.items.map((item, at) => (
          <Message key={item.key} item={item} state={stateOf(item, group.items[at + 1], seenUpTo)} />
        ))}
      </ul>
    </li>
  );
}

// Sent and seen are shown once, on the last message they're true of.
function stateOf(item: ThreadItem, next: ThreadItem | undefined, seenUpTo: number): MessageState | undefined {
  if (item.unsent) return item.unsent.state;
  if (item.scheduled?.refused) return undefined;
  if (item.scheduled) return item.scheduled.state === "stopped" ? "failed" : "waiting";
  if (item.sender !== "owner") return undefined;
  const state = (item.seq ?? 0) <= seenUpTo ? "seen" : "sent";
  const isLast = next?.seq === undefined || (state === "seen" && next.seq > seenUpTo);
  return isLast ? state : undefined;
}

function Message({ item, state }: { item: ThreadItem; state: MessageState | undefined }) {
  const isOwn = item.sender === "owner";
  const isAutomatic = item.sender === "automatic";
  const isTeams = isOwn || isAutomatic;
  const { pointed, button } = useDeleteButton(item);
  if (item.sender === "note") return <Note item={item} state={state} />;
  return (
    <li data-message={item.seq ?? ""} className="mt-0.5 first:mt-0" {...pointed}>
      <div className={classNames("flex max-w-[88%] items-end gap-1.5", isTeams && "ms-auto justify-end")}>
        {isOwn && !item.deleted && <StateMark state={state} />}
        <div className={classNames("relative flex min-w-0 flex-col gap-1", isTeams ? "items-end" : "items-start")}>
          {button}
          {item.deleted && <DeletedMark deleted={item.deleted} senderId={item.senderId} sender={item.sender} />}
          {!item.deleted && !item.scheduled?.refused && !isOnlyNames(item) && (
            <div
              className={classNames(
                "w-fit max-w-120 min-w-0 rounded-xl px-3.5 py-2 transition-colors",
                !isTeams && "bg-sunken",
                isAutomatic && "border border-line text-quiet",
                isOwn && !item.unsent && !item.scheduled && "bg-own",
                item.unsent && (isHeld(item.unsent) ? "bg-danger-soft" : "bg-own/60"),
                item.scheduled && (item.scheduled.state === "stopped" ? "bg-danger-soft" : "bg-own/60"),
              )}
            >
              <FormattedText text={item.body} />
            </div>
          )}
          {item.files && <MessageFiles files={item.files} isOwn={isOwn} />}
          {item.mail && (
            <MailLine
              mail={item.mail}
              originalUrl={item.originalUrl ?? ""}
              writerId={isOwn ? item.senderId : undefined}
            />
          )}
        </div>
      </div>
      {item.unsent && <UnsentNote message={item.unsent} />}
      {item.scheduled && <ScheduledNote reply={item.scheduled} />}
    </li>
  );
}

function Note({ item, state }: { item: ThreadItem; state: MessageState | undefined }) {
  const { teammates } = useTeam();
  return (
    <li data-message="" data-note={item.noteSeq ?? ""} className="mt-0.5 first:mt-0">
      <div className="flex items-end gap-1.5">
        <div
          className={classNames(
            "min-w-0 flex-1 rounded-xl border border-note-edge px-3.5 py-2 transition-colors",
            item.unsent ? "bg-note/60" : "bg-note",
          )}
        >
          <FormattedText text={item.body} mention={mentionPattern(teammates)} />
        </div>
        {state && <StateMark state={state} />}
      </div>
      {item.unsent && <UnsentNote message={item.unsent} />}
    </li>
  );
}
