"use client";

import { useEffect, useSyncExternalStore } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { isOutdated, noteShown } from "#components/live/page-age.ts";
import { newerOf } from "#components/live/use-known.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";

type Marks = { read: { owner: number; visitor: number } };

/** Returns the newest version of the conversation: the page's, or one that arrived since. */
export function useOpenConversation(brought: ConversationJson): { conversation: ConversationJson; isDeleted: boolean } {
  const { id } = brought;
  const { known, onResync, timesMissed } = useLive().inbox;

  useEffect(() => {
    const ask = async () => {
      const result = await callApi<{ conversation: ConversationJson }>(`/conversations/${id}`);
      if (result.ok) known.learn([result.value.conversation]);
      else if (result.problem.code === "not_found") known.forget(id);
      return result.ok || result.problem.code === "not_found";
    };
    if (isOutdated(brought, timesMissed())) void ask();
    else known.learn([brought]);
    noteShown(brought, timesMissed());
    return onResync(ask);
  }, [id, brought, known, onResync, timesMissed]);

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
  const { seen, onResync } = useLive().inbox;

  useEffect(() => {
    seen.note(conversationId, brought);
    return onResync(async () => {
      const result = await callApi<Marks>(`/conversations/${conversationId}/read`);
      if (result.ok) seen.note(conversationId, result.value.read.visitor);
      return result.ok || result.problem.code === "not_found";
    });
  }, [conversationId, brought, seen, onResync]);

  return useSyncExternalStore(
    seen.subscribe,
    () => Math.max(brought, seen.get(conversationId)),
    () => brought,
  );
}
