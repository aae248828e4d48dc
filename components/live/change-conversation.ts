import { useEffect, useState, useSyncExternalStore } from "react";
import { createStore } from "#client/store.ts";
import { type ApiResult, callApi } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import type { ConversationJson, UpdateConversationBody } from "#lib/desk/conversations/schema.ts";
import type { LiveInbox } from "./live-inbox.ts";
import { useLive } from "./live-provider.tsx";

/** Changes a conversation, and updates it in this tab. */
export async function changeConversation(
  { known, pendingReads }: LiveInbox,
  id: string,
  body: UpdateConversationBody,
): Promise<ApiResult<{ conversation: ConversationJson }>> {
  // A read position that's still being sent, or that the conversation's page sends once it's there, would undo it.
  if (body.unread) {
    pendingReads.keepUnread(id);
    await pendingReads.settled(id);
  }
  const result = await callApi<{ conversation: ConversationJson }>(`/conversations/${id}`, { method: "PATCH", body });
  if (result.ok) known.learn([result.value.conversation]);
  return result;
}

type Problems = { [conversationId: string]: ApiProblem | undefined };

// Kept here, because the conversation may be left before its change fails. Only the browser writes to it.
const problems = createStore<Problems>({});
const noProblems: Problems = {};

function noteProblem(id: string, problem: ApiProblem | undefined): void {
  const { [id]: before, ...others } = problems.get();
  if (before !== problem) problems.set(problem ? { ...others, [id]: problem } : others);
}

/** Wraps `changeConversation` for a button, with its busy state and its problem. */
export function useChangeConversation(id: string): {
  /** Returns whether it worked. */
  change: (body: UpdateConversationBody) => Promise<boolean>;
  busy: boolean;
  problem: ApiProblem | undefined;
} {
  const { inbox, replies } = useLive();
  const [busy, setBusy] = useState(false);
  const all = useSyncExternalStore(problems.subscribe, problems.get, () => noProblems);
  useEffect(() => () => noteProblem(id, undefined), [id]);
  const change = async (body: UpdateConversationBody) => {
    setBusy(true);
    // A reply that came after a close would reopen it.
    await replies.settled(id);
    const result = await changeConversation(inbox, id, body);
    setBusy(false);
    noteProblem(id, result.ok ? undefined : result.problem);
    return result.ok;
  };
  return { change, busy, problem: all[id] };
}
