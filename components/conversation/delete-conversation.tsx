"use client";

import { callDelete } from "#components/api/call-api.ts";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import type { InboxFilter } from "#components/filter/inbox-filter.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { forgetReplies } from "./forget-replies.ts";
import { useLeave } from "./use-leave.ts";

type Props = { conversationId: string; name: string; filter: InboxFilter; onClose: () => void };

export function DeleteConversation({ conversationId, name, filter, onClose }: Props) {
  const leave = useLeave(conversationId, filter);
  const session = useLive();

  const remove = async () => {
    const { goOn } = leave({ words: conversationCopy.deletedToast });
    const result = await callDelete(`/conversations/${conversationId}`);
    if (!result.ok) return result.problem.words;
    goOn();
    forgetReplies(session, conversationId);
    session.inbox.known.forget(conversationId);
    return undefined;
  };

  return (
    <ConfirmDialog
      title={conversationCopy.deleteTitle(<bdi>{name}</bdi>)}
      action={conversationCopy.deleteConversation}
      onConfirm={remove}
      onClose={onClose}
    >
      {conversationCopy.deleteHint}
    </ConfirmDialog>
  );
}
