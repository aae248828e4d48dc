"use client";

import { Ban, Check, Download, Ellipsis, Mail, RotateCcw, ShieldAlert, ShieldCheck, Trash2, UserX } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import type { ApiProblem } from "#components/api/problem.ts";
import { type InboxFilter, inboxPath } from "#components/inbox/inbox-filter.ts";
import { visitorName } from "#components/inbox/visitor-name.ts";
import { useCommand } from "#components/keyboard/commands.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Menu, menuItemClass } from "#components/ui/menu.tsx";
import type { ConversationJson } from "#lib/conversations/schema.ts";
import { BlockVisitor } from "./block-visitor.tsx";
import { useChangeConversation } from "./change-conversation.ts";
import { DeleteConversation } from "./delete-conversation.tsx";
import { EraseVisitor } from "./erase-visitor.tsx";

type Props = { conversation: ConversationJson; filter: InboxFilter; children: ReactNode };

/** The conversation's title line with what can be done to it, and below what came of it. */
export function ConversationActions({ conversation, filter, children }: Props) {
  const { id, visitorId, status, spam = false, visitorBlocked = false, addressKnown = false } = conversation;
  const router = useRouter();
  const { change, busy, problem } = useChangeConversation(id);
  const [asking, setAsking] = useState<"delete" | "block" | "erase">();

  const toggle = () => change({ status: status === "open" ? "closed" : "open" });
  const markUnread = () => change({ unread: true }, () => router.push(inboxPath(filter)));
  const toggleSpam = () => change({ spam: !spam });
  const spamLabel = spam ? "Not spam" : "Mark as spam";
  const toggleBlocked = () =>
    visitorBlocked
      ? change({ visitorBlocked: false, ...(addressKnown && { addressBlocked: false }) })
      : setAsking("block");
  const blockLabel = visitorBlocked ? "Unblock visitor" : "Block visitor";
  const toggleLabel = status === "open" ? "Close" : "Reopen";

  useCommand("toggle", spam ? undefined : `${toggleLabel} this conversation`, toggle);
  useCommand("unread", "Mark this conversation unread", markUnread);
  useCommand("delete", "Delete this conversation", () => setAsking("delete"));
  useCommand("spam", spam ? "This conversation is not spam" : "Mark this conversation as spam", toggleSpam);
  useCommand("block", visitorBlocked ? "Unblock this visitor" : "Block this visitor", toggleBlocked);

  return (
    <>
      <div className="flex items-center gap-2">
        {children}
        <span className="max-lg:hidden">
          <Button look="quiet" busy={busy} onClick={markUnread}>
            <Mail size={16} aria-hidden />
            Mark unread
          </Button>
        </span>
        {!spam && (
          <Button busy={busy} onClick={toggle}>
            {status === "open" ? <Check size={16} aria-hidden /> : <RotateCcw size={16} aria-hidden />}
            {toggleLabel}
          </Button>
        )}
        <Menu
          look="icon"
          label={
            <>
              <Ellipsis size={16} aria-hidden />
              <span className="sr-only">More</span>
            </>
          }
        >
          <li className="lg:hidden">
            <button type="button" onClick={markUnread} className={menuItemClass}>
              <Mail size={16} aria-hidden />
              Mark unread
            </button>
          </li>
          <li>
            <button type="button" onClick={toggleSpam} className={menuItemClass}>
              {spam ? <ShieldCheck size={16} aria-hidden /> : <ShieldAlert size={16} aria-hidden />}
              {spamLabel}
            </button>
          </li>
          <li>
            <button type="button" onClick={toggleBlocked} className={menuItemClass}>
              <Ban size={16} aria-hidden />
              {blockLabel}
            </button>
          </li>
          <li>
            <a href={`/visitors/${visitorId}/export?format=json`} download className={menuItemClass}>
              <Download size={16} aria-hidden />
              Export visitor
            </a>
          </li>
          <li>
            <button type="button" onClick={() => setAsking("delete")} className={`${menuItemClass} text-danger`}>
              <Trash2 size={16} aria-hidden />
              Delete
            </button>
          </li>
          <li>
            <button type="button" onClick={() => setAsking("erase")} className={`${menuItemClass} text-danger`}>
              <UserX size={16} aria-hidden />
              Erase visitor
            </button>
          </li>
        </Menu>
      </div>
      <div role="alert">{problem && <Refusal problem={problem} filter={filter} />}</div>
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

function Refusal({ problem, filter }: { problem: ApiProblem; filter: InboxFilter }) {
  return (
    <p className="rise mt-2 rounded-lg bg-danger-soft px-3 py-2 text-danger">
      {problem.code === "open_conversation_exists"
        ? "Not reopened. This visitor has another open conversation, and can have only one."
        : problem.words}{" "}
      {problem.conversationId && (
        <AppLink
          href={inboxPath({ ...filter, status: "open" }, problem.conversationId)}
          className="font-medium underline underline-offset-3"
        >
          Open that one
        </AppLink>
      )}
    </p>
  );
}
