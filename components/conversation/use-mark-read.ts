"use client";

import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { callApi } from "#components/api/call-api.ts";
import { isAttended, onAttention } from "#components/live/attention.ts";
import { useLive } from "#components/live/live-provider.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";

/**
 * Marks the conversation read up to the visitor's last message once that's in view of a person, and once per message: a
 * conversation that's marked unread meanwhile, here or elsewhere, stays unread.
 */
export function useMarkRead(conversationId: string, lastSeq: number, isAtEnd: boolean): void {
  const { inbox, userId } = useLive();
  const isSeen = useSyncExternalStore(onAttention, isAttended, () => false);
  const marked = useRef(0);

  const mark = useEffectEvent(async () => {
    if (lastSeq <= marked.current || inbox.pendingReads.isKeptUnread(conversationId)) return;
    const before = marked.current;
    marked.current = lastSeq;
    const call = { method: "POST", body: { seq: lastSeq } } as const;
    const sent = callApi<{ conversation: ConversationJson }>(`/conversations/${conversationId}/read`, call);
    inbox.pendingReads.note(conversationId, sent);
    const result = await sent;
    if (result.ok) inbox.known.learn([result.value.conversation]);
    else marked.current = before;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a message arrives.
  useEffect(() => {
    if (isSeen && isAtEnd) void mark();
  }, [isSeen, isAtEnd, lastSeq]);

  // A mention marks the conversation for its reader, also while they have it open.
  useEffect(
    () =>
      inbox.listen(({ type, data }) => {
        if (type !== "note.created" || data.note.conversationId !== conversationId) return;
        if (!data.note.mentions.includes(userId)) return;
        marked.current = 0;
        if (isAttended() && isAtEnd) void mark();
      }),
    [inbox, conversationId, userId, isAtEnd],
  );

  useEffect(
    () =>
      inbox.onResync(async () => {
        if (isAttended() && isAtEnd) void mark();
        return true;
      }),
    [inbox, isAtEnd],
  );
}
