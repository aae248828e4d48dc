"use client";

import { Check, Ellipsis, Mail, RotateCcw, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { type InboxFilter, inboxPath } from "#components/inbox/inbox-filter.ts";
import { visitorName } from "#components/inbox/visitor-name.ts";
import { useCommand } from "#components/keyboard/commands.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { Menu, menuItemClass } from "#components/ui/menu.tsx";
import type { ConversationJson, ConversationStatus } from "#lib/conversations/schema.ts";
import { DeleteConversation } from "./delete-conversation.tsx";

type Props = { conversation: ConversationJson; filter: InboxFilter; children: ReactNode };

/** The conversation's title line with what can be done to it, and below what came of it. */
export function ConversationActions({ conversation, filter, children }: Props) {
  const { id, status } = conversation;
  const router = useRouter();
  const { known, marks } = useLive().inbox;
  const [busy, startTransition] = useTransition();
  const [problem, setProblem] = useState<ApiProblem>();
  const [isDeleting, setDeleting] = useState(false);

  const change = (body: { status?: ConversationStatus; unread?: true }, then?: () => void) =>
    startTransition(async () => {
      // A read mark that is under way would undo the marking as unread.
      if (body.unread) await marks.settled(id);
      const answer = await callApi<{ conversation: ConversationJson }>(`/conversations/${id}`, {
        method: "PATCH",
        body,
      });
      setProblem(answer.ok ? undefined : answer.problem);
      if (!answer.ok) return;
      known.learn([answer.value.conversation]);
      then?.();
    });
  const toggle = () => change({ status: status === "open" ? "closed" : "open" });
  const markUnread = () => change({ unread: true }, () => router.push(inboxPath(filter)));
  const toggleLabel = status === "open" ? "Close" : "Reopen";

  useCommand("toggle", `${toggleLabel} this conversation`, toggle);
  useCommand("unread", "Mark this conversation unread", markUnread);
  useCommand("delete", "Delete this conversation", () => setDeleting(true));

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
        <Button busy={busy} onClick={toggle}>
          {status === "open" ? <Check size={16} aria-hidden /> : <RotateCcw size={16} aria-hidden />}
          {toggleLabel}
        </Button>
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
            <button type="button" onClick={() => setDeleting(true)} className={`${menuItemClass} text-danger`}>
              <Trash2 size={16} aria-hidden />
              Delete
            </button>
          </li>
        </Menu>
      </div>
      <div role="alert">{problem && <Refusal problem={problem} filter={filter} />}</div>
      {isDeleting && (
        <DeleteConversation
          conversationId={id}
          name={visitorName(conversation)}
          filter={filter}
          onClose={() => setDeleting(false)}
        />
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
