"use client";

import { useId, useState } from "react";
import { visitorName } from "#components/inbox/visitor-name.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import type { ConversationJson } from "#lib/conversations/schema.ts";
import { changeConversation } from "./change-conversation.ts";

type Props = { conversation: ConversationJson; onClose: () => void };

/** Asks before a visitor is blocked, and says what that does. */
export function BlockVisitor({ conversation, onClose }: Props) {
  const { inbox } = useLive();
  const id = useId();
  const [withAddress, setWithAddress] = useState(false);

  const block = async () => {
    const body = { visitorBlocked: true, ...(withAddress && { addressBlocked: true }) };
    const answer = await changeConversation(inbox, conversation.id, body);
    if (!answer.ok) return answer.problem.words;
    onClose();
    return undefined;
  };

  return (
    <ConfirmDialog
      title={
        <>
          Block <bdi>{visitorName(conversation)}</bdi>?
        </>
      }
      action="Block visitor"
      onConfirm={block}
      onClose={onClose}
    >
      <p>
        Nothing they write on this site is accepted any more, and their chat does not open. They are not told why. What
        they wrote stays here, and you can unblock them at any time.
      </p>
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
            Block their network address too
          </label>
          <p id={`${id}-hint`} className="col-start-2 text-sm text-quiet">
            So that they cannot come back as somebody new. It keeps out everybody who shares that address, such as a
            home or an office.
          </p>
        </div>
      )}
    </ConfirmDialog>
  );
}
