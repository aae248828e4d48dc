"use client";

import {
  Ban,
  Check,
  Download,
  Ellipsis,
  Eraser,
  FolderDown,
  Mail,
  RotateCcw,
  ShieldAlert,
  ShieldCheck,
  Trash2,
  UserX,
} from "lucide-react";
import { type ReactNode, use, useState } from "react";
import { type ApiProblem, type Newer, newerOf } from "#components/api/problem.ts";
import { AssigneeButton, AssignmentItems } from "#components/assignment/assignee-button.tsx";
import { useAssignment } from "#components/assignment/use-assignment.ts";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { notesCopy } from "#components/catalogs/notes.tsx";
import { type InboxFilter, inboxPath } from "#components/filter/inbox-filter.ts";
import { useChangeConversation } from "#components/live/change-conversation.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { TriageButtons, TriageItems } from "#components/triage/triage-buttons.tsx";
import { TriageLine } from "#components/triage/triage-line.tsx";
import { useTriage } from "#components/triage/use-triage.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { useCommand } from "#components/ui/commands.ts";
import { DownloadLink } from "#components/ui/download-link.tsx";
import { Menu, MenuButton, menuItemClass } from "#components/ui/menu.tsx";
import { useWorkspaceRouter } from "#components/ui/workspace.ts";
import { visitorName } from "#components/visitor/visitor-name.ts";
import { outranks } from "#lib/base/access/scopes.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { BlockVisitor } from "./block-visitor.tsx";
import { ConversationState } from "./conversation-heading.tsx";
import { DeleteConversation } from "./delete-conversation.tsx";
import { ChoosingContext } from "./delete-message.tsx";
import { EraseVisitor } from "./erase-visitor.tsx";
import { SettleItem, useSettle } from "./settle-item.tsx";
import { useLeave } from "./use-leave.ts";
import type { Position } from "./use-seen.ts";

type Props = {
  conversation: ConversationJson;
  filter: InboxFilter;
  seenOf: () => Position;
  children: ReactNode;
};

/** The conversation's title row with its actions, and below it a row with its state and their result. */
export function ConversationActions({ conversation, filter, seenOf, children }: Props) {
  const { id, visitorId, status, spam = false, visitorBlocked = false, addressKnown = false } = conversation;
  const router = useWorkspaceRouter();
  const { change, busy, problem } = useChangeConversation(id);
  const leave = useLeave(id, filter);
  const triage = useTriage(conversation, leave);
  const assignment = useAssignment(conversation);
  const settle = useSettle(conversation, { change, leave, seenOf });
  const [asking, setAsking] = useState<"delete" | "block" | "erase">();

  const close = (seen: Partial<Position>) =>
    leave({ words: conversationCopy.closedToast, reverse: { status: "open" } }).follow(
      change({ status: "closed", ...seen }),
    );
  const changeStatus = (seen: Partial<Position>) =>
    status === "open" ? close(seen) : void change({ status: "open", ...seen });
  const toggle = () => changeStatus(seenOf());
  const markUnread = () => void change({ unread: true }).then((isDone) => isDone && router.push(inboxPath(filter)));
  const toggleSpam = () =>
    spam
      ? void change({ spam: false })
      : leave({ words: conversationCopy.spamToast, reverse: { spam: false } }).follow(change({ spam: true }));
  const spamLabel = spam ? conversationCopy.notSpam : conversationCopy.markSpam;
  const toggleBlocked = () =>
    visitorBlocked
      ? void change({ visitorBlocked: false, ...(addressKnown && { addressBlocked: false }) })
      : setAsking("block");
  const blockLabel = visitorBlocked ? conversationCopy.unblockVisitor : conversationCopy.blockVisitor;
  const { commands } = conversationCopy;
  const isAdmin = outranks(useLive().role, "admin");

  useCommand("toggle", spam ? undefined : status === "open" ? commands.close : commands.reopen, toggle);
  useCommand("unread", commands.markUnread, markUnread);
  const choosing = use(ChoosingContext);
  const chooseMessage = () => choosing.setOn(true);
  useCommand("deleteMessage", commands.deleteMessage, chooseMessage);
  useCommand("delete", isAdmin ? commands.delete : undefined, () => setAsking("delete"));
  useCommand("spam", spam ? commands.notSpam : commands.markSpam, toggleSpam);
  const blockCommand = visitorBlocked ? commands.unblock : commands.block;
  useCommand("block", isAdmin ? blockCommand : undefined, toggleBlocked);

  return (
    <>
      <div data-busy={triage.isOpening || assignment?.isOpening || undefined} className="flex items-center gap-2">
        {children}
        <TriageButtons triage={triage} />
        <span className="max-lg:hidden">
          <Button look="quiet" busy={busy} onClick={markUnread}>
            <Mail size={16} aria-hidden />
            <span className="max-2xl:sr-only">{conversationCopy.markUnread}</span>
          </Button>
        </span>
        {!spam && (
          <Button busy={busy} onClick={toggle}>
            {status === "open" ? <Check size={16} aria-hidden /> : <RotateCcw size={16} aria-hidden />}
            <span className="max-sm:sr-only">
              {status === "open" ? conversationCopy.close : conversationCopy.reopen}
            </span>
          </Button>
        )}
        <Menu
          look="icon"
          label={
            <>
              <Ellipsis size={16} aria-hidden />
              <span className="sr-only">{conversationCopy.more}</span>
            </>
          }
        >
          <MenuButton className="lg:hidden" onClick={markUnread}>
            <Mail size={16} aria-hidden />
            {conversationCopy.markUnread}
          </MenuButton>
          {settle && <SettleItem settle={settle} />}
          {assignment && <AssignmentItems assignment={assignment} />}
          <TriageItems triage={triage} />
          <MenuButton onClick={toggleSpam}>
            {spam ? <ShieldCheck size={16} aria-hidden /> : <ShieldAlert size={16} aria-hidden />}
            {spamLabel}
          </MenuButton>
          <MenuButton onClick={chooseMessage}>
            <Eraser size={16} aria-hidden />
            {conversationCopy.deleteAMessage}
          </MenuButton>
          {isAdmin && (
            <>
              <MenuButton onClick={toggleBlocked}>
                <Ban size={16} aria-hidden />
                {blockLabel}
              </MenuButton>
              <li>
                <DownloadLink href={`/visitors/${visitorId}/export?format=json`} className={menuItemClass}>
                  <Download size={16} aria-hidden />
                  {conversationCopy.exportVisitor}
                </DownloadLink>
              </li>
              <li>
                <DownloadLink href={`/visitors/${visitorId}/export?format=zip`} className={menuItemClass}>
                  <FolderDown size={16} aria-hidden />
                  {conversationCopy.exportVisitorFiles}
                </DownloadLink>
              </li>
              <MenuButton onClick={() => setAsking("delete")} isDangerous>
                <Trash2 size={16} aria-hidden />
                {conversationCopy.delete}
              </MenuButton>
              <MenuButton onClick={() => setAsking("erase")} isDangerous>
                <UserX size={16} aria-hidden />
                {conversationCopy.eraseVisitor}
              </MenuButton>
            </>
          )}
        </Menu>
      </div>
      <div className="mt-1 flex min-h-7 min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-quiet md:ps-10">
        <ConversationState conversation={conversation} />
        {assignment && <AssigneeButton assignment={assignment} />}
        <TriageLine conversation={conversation} />
      </div>
      <div role="alert">
        {problem && <Refusal problem={problem} filter={filter} status={status} onAnyway={() => changeStatus({})} />}
      </div>
      {assignment?.Dialog && <assignment.Dialog assignment={assignment} onClose={assignment.closeDialog} />}
      {triage.Dialog && <triage.Dialog triage={triage} onClose={triage.closeDialog} />}
      {asking === "block" && <BlockVisitor conversation={conversation} onClose={() => setAsking(undefined)} />}
      {asking === "delete" && (
        <DeleteConversation
          conversationId={id}
          name={visitorName(conversation)}
          filter={filter}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === "erase" && (
        <EraseVisitor conversation={conversation} filter={filter} onClose={() => setAsking(undefined)} />
      )}
    </>
  );
}

type RefusalProps = {
  problem: ApiProblem;
  filter: InboxFilter;
  status: ConversationJson["status"];
  onAnyway: () => void;
};

const REFUSED: Record<string, string> = {
  open_conversation_exists: conversationCopy.otherOpen,
  conflict: conversationCopy.notSettled,
};

function Refusal({ problem, filter, status, onAnyway }: RefusalProps) {
  if (problem.newer) return <Crossed newer={problem.newer} status={status} onAnyway={onAnyway} />;
  return (
    <p className="rise mt-2 rounded-lg bg-danger-soft px-3 py-2 text-danger">
      {REFUSED[problem.code] ?? problem.words}{" "}
      {problem.conversationId && (
        <AppLink
          href={inboxPath({ ...filter, status: "open" }, problem.conversationId)}
          className="font-medium underline underline-offset-3"
        >
          {conversationCopy.openOther}
        </AppLink>
      )}
    </p>
  );
}

/** A teammate wrote before the conversation was closed or reopened. */
function Crossed({ newer, status, onAnyway }: Pick<RefusalProps, "status" | "onAnyway"> & { newer: Newer }) {
  const { by, name = notesCopy.aTeammate } = newerOf(newer);
  const isOpen = status === "open";
  return (
    <p className="rise mt-2 flex flex-wrap items-center gap-x-3 rounded-lg bg-danger-soft py-1.5 ps-3 pe-1.5 text-danger">
      <span className="min-w-0 flex-1">{isOpen ? notesCopy.notClosed(name, by) : notesCopy.notReopened(name, by)}</span>
      <Button onClick={onAnyway}>{isOpen ? notesCopy.closeAnyway : notesCopy.reopenAnyway}</Button>
    </p>
  );
}
