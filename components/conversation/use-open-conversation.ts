"use client";

import { useEffect, useSyncExternalStore } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { isOutdated, noteShown } from "#components/live/page-age.ts";
import { newerOf } from "#components/live/use-known.ts";
import type { ConversationJson } from "#lib/conversations/schema.ts";

type Marks = { read: { owner: number; visitor: number } };

/** Returns the newest version of the conversation: the page's, or one that arrived since. */
export function useOpenConversation(brought: ConversationJson): { conversation: ConversationJson; isDeleted: boolean } {
  const { id } = brought;
  const { known, askAgain, timesMissed } = useLive().inbox;

  useEffect(() => {
    const ask = async () => {
      const answer = await callApi<{ conversation: ConversationJson }>(`/conversations/${id}`);
      if (answer.ok) known.learn([answer.value.conversation]);
      else if (answer.problem.code === "not_found") known.forget(id);
      return answer.ok || answer.problem.code === "not_found";
    };
    if (isOutdated(brought, timesMissed())) void ask();
    else known.learn([brought]);
    noteShown(brought, timesMissed());
    return askAgain(ask);
  }, [id, brought, known, askAgain, timesMissed]);

  const conversation = useSyncExternalStore(
    known.subscribe,
    () => newerOf(brought, known.get().get(id)),
    () => brought,
  );
  const isDeleted = useSyncExternalStore(
    known.subscribe,
    () => known.isDeleted(id),
    () => false,
  );
  return { conversation, isDeleted };
}

/** Returns the `seq` up to which the visitor has read. */
export function useSeenUpTo(conversationId: string, brought: number): number {
  const { seen, askAgain } = useLive().inbox;

  useEffect(() => {
    seen.note(conversationId, brought);
    return askAgain(async () => {
      const answer = await callApi<Marks>(`/conversations/${conversationId}/read`);
      if (answer.ok) seen.note(conversationId, answer.value.read.visitor);
      return answer.ok || answer.problem.code === "not_found";
    });
  }, [conversationId, brought, seen, askAgain]);

  return useSyncExternalStore(
    seen.subscribe,
    () => Math.max(brought, seen.get(conversationId)),
    () => brought,
  );
}
