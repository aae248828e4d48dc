"use client";

import { useId, useState } from "react";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { problemCopy } from "#components/catalogs/problems.ts";
import { changeConversation } from "#components/live/change-conversation.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { visitorName } from "#components/visitor/visitor-name.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";

type Props = { conversation: ConversationJson; onClose: () => void };

/** Confirms blocking a visitor, and explains what that does. */
export function BlockVisitor({ conversation, onClose }: Props) {
  const { inbox } = useLive();
  const id = useId();
  const [withAddress, setWithAddress] = useState(false);

  const block = async () => {
    const body = { visitorBlocked: true, ...(withAddress && { addressBlocked: true }) };
    const result = await changeConversation(inbox, conversation.id, body);
    if (!result.ok) return result.problem.code === "conflict" ? problemCopy.tooManyBlocked : result.problem.words;
    onClose();
    return undefined;
  };

  return (
    <ConfirmDialog
      title={conversationCopy.blockTitle(<bdi>{visitorName(conversation)}</bdi>)}
      action={conversationCopy.blockVisitor}
      onConfirm={block}
      onClose={onClose}
    >
      <p>{conversationCopy.blockHint}</p>
      {conversation.addressKnown && (
        <div className="mt-4 grid grid-cols-[auto_1fr] gap-x-2.5 text-ink">
          <input
            type="checkbox"
            id={id}
            checked={withAddress}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setWithAddress(event.currentTarget.checked)}
            className="mt-1 size-4 accent-accent"
          />
          <label htmlFor={id} className="font-medium">
            {conversationCopy.blockAddress}
          </label>
          <p id={`${id}-hint`} className="col-start-2 text-sm text-quiet">
            {conversationCopy.blockAddressHint}
          </p>
        </div>
      )}
    </ConfirmDialog>
  );
}
