"use client";

import { useEffect } from "react";
import { callApi } from "#components/api/call-api.ts";
import { noteRead } from "#components/inbox/read-marks.ts";

/** Marks as read what the opened page shows. A page that is only fetched ahead marks nothing. */
export function MarkRead({ conversationId, seq }: { conversationId: string; seq: number }) {
  useEffect(() => {
    void callApi(`/conversations/${conversationId}/read`, { method: "POST", body: { seq } }).then((answer) => {
      if (answer.ok) noteRead(conversationId, seq);
    });
  }, [conversationId, seq]);
  return null;
}
