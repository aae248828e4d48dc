"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { callApi, callDelete } from "#components/api/call-api.ts";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { outranks } from "#lib/base/access/scopes.ts";
import type { ConversationResponse } from "#lib/desk/conversations/schema.ts";
import type { ThreadItem } from "./thread-items.ts";

/** The button that deletes a stored message, if the reader may. It shows while the message is pointed at or has the focus. */
export function DeleteMessage({ item: { sender, senderId, place } }: { item: ThreadItem }) {
  const { inbox, role, userId } = useLive();
  const [isAsking, setAsking] = useState(false);
  const isOwn = sender === "owner" && senderId === userId;
  if (!place || !(isOwn || outranks(role, "admin"))) return null;
  const conversation = `/conversations/${place.conversationId}`;

  const remove = async () => {
    const result = await callDelete(`${conversation}/messages/${place.messageId}`);
    if (!result.ok) return result.problem.words;
    // Also without a stream, the thread sees by it that a message is gone.
    const changed = await callApi<(typeof ConversationResponse)["_output"]>(conversation);
    if (changed.ok) inbox.onEvent({ type: "conversation.updated", data: { conversation: changed.value.conversation } });
    setAsking(false);
    return undefined;
  };

  return (
    <>
      <button
        type="button"
        title={conversationCopy.deleteMessage}
        aria-label={conversationCopy.deleteMessage}
        onClick={() => setAsking(true)}
        className="grid size-7 shrink-0 place-items-center self-center rounded-lg text-quiet opacity-0 transition-opacity group-hover/message:opacity-100 hover:bg-sunken hover:text-ink focus-visible:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-70"
      >
        <Trash2 size={15} aria-hidden />
      </button>
      {isAsking && (
        <ConfirmDialog
          title={conversationCopy.deleteMessageTitle}
          action={conversationCopy.deleteMessage}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          {conversationCopy.deleteMessageHint}
        </ConfirmDialog>
      )}
    </>
  );
}
