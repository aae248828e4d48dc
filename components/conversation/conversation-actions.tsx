"use client";

import { Check, Mail, RotateCcw } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { type InboxFilter, inboxPath } from "#components/inbox/inbox-filter.ts";
import { noteUnreadCount } from "#components/inbox/unread-counts.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { Button } from "#components/ui/button.tsx";
import type { ConversationJson, ConversationStatus } from "#lib/conversations/schema.ts";

type Props = { conversationId: string; status: ConversationStatus; filter: InboxFilter; children: ReactNode };

/** The conversation's title line with what can be done to it, and below what came of it. */
export function ConversationActions({ conversationId, status, filter, children }: Props) {
  const router = useRouter();
  const [busy, startTransition] = useTransition();
  const [problem, setProblem] = useState<ApiProblem>();

  const change = (body: { status?: ConversationStatus; unread?: true }, then: () => void) =>
    startTransition(async () => {
      const path = `/conversations/${conversationId}`;
      const answer = await callApi<{ conversation: ConversationJson }>(path, { method: "PATCH", body });
      setProblem(answer.ok ? undefined : answer.problem);
      if (!answer.ok) return;
      noteUnreadCount(answer.value.conversation);
      then();
    });
  const toggle = () => change({ status: status === "open" ? "closed" : "open" }, () => router.refresh());
  const markUnread = () => change({ unread: true }, () => router.push(inboxPath(filter)));

  return (
    <>
      <div className="flex items-center gap-2">
        {children}
        <Button look="quiet" busy={busy} onClick={markUnread} title="Mark unread">
          <Mail size={16} aria-hidden />
          <span className="sr-only lg:not-sr-only">Mark unread</span>
        </Button>
        <Button busy={busy} onClick={toggle}>
          {status === "open" ? <Check size={16} aria-hidden /> : <RotateCcw size={16} aria-hidden />}
          {status === "open" ? "Close" : "Reopen"}
        </Button>
      </div>
      <div role="alert">{problem && <Refusal problem={problem} filter={filter} />}</div>
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
