import { useState, useTransition } from "react";
import { type ApiResult, callApi } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import type { ConversationJson, UpdateConversationBody } from "#lib/conversations/schema.ts";
import type { LiveInbox } from "./live-inbox.ts";
import { useLive } from "./live-provider.tsx";

/** Changes a conversation, and updates it in this tab. */
export async function changeConversation(
  { known, pendingReads }: LiveInbox,
  id: string,
  body: UpdateConversationBody,
): Promise<ApiResult<{ conversation: ConversationJson }>> {
  // A read position still being sent would undo the change to unread.
  if (body.unread) await pendingReads.settled(id);
  const result = await callApi<{ conversation: ConversationJson }>(`/conversations/${id}`, { method: "PATCH", body });
  if (result.ok) known.learn([result.value.conversation]);
  return result;
}

/** Wraps `changeConversation` for a button, with its busy state and its problem. */
export function useChangeConversation(id: string): {
  change: (body: UpdateConversationBody, then?: () => void) => void;
  busy: boolean;
  problem: ApiProblem | undefined;
} {
  const { inbox } = useLive();
  const [busy, startTransition] = useTransition();
  const [problem, setProblem] = useState<ApiProblem>();
  const change = (body: UpdateConversationBody, then?: () => void) =>
    startTransition(async () => {
      const result = await changeConversation(inbox, id, body);
      setProblem(result.ok ? undefined : result.problem);
      if (result.ok) then?.();
    });
  return { change, busy, problem };
}
