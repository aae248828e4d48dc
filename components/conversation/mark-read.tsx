"use client";

import { useEffect } from "react";
import { callApi } from "#components/api/call-api.ts";
import { noteUnreadCount } from "#components/inbox/unread-counts.ts";
import type { ConversationJson } from "#lib/conversations/schema.ts";

/** Marks as read what the opened page shows. A page that is only fetched ahead marks nothing. */
export function MarkRead({ conversationId, seq }: { conversationId: string; seq: number }) {
  useEffect(() => {
    const call = { method: "POST", body: { seq } } as const;
    void callApi<{ conversation: ConversationJson }>(`/conversations/${conversationId}/read`, call).then((answer) => {
      if (answer.ok) noteUnreadCount(answer.value.conversation);
    });
  }, [conversationId, seq]);
  return null;
}
