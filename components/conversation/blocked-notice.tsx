"use client";

import { Ban } from "lucide-react";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { useChangeConversation } from "#components/live/change-conversation.ts";
import { Button } from "#components/ui/button.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";

type Props = { conversation: ConversationJson; draft: string };

/** Replaces the reply box while the visitor is blocked, because nothing would reach them. */
export function BlockedNotice({ conversation: { id, addressKnown }, draft }: Props) {
  const { change, busy } = useChangeConversation(id);
  // Also unblocks their address, or the visitor would stay blocked by it.
  const unblock = () => change({ visitorBlocked: false, ...(addressKnown && { addressBlocked: false }) });
  return (
    <div role="status" className="grid shrink-0 gap-3 border-t border-line px-4 py-4 md:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex items-center gap-2">
          <Ban size={16} aria-hidden className="shrink-0 text-quiet" />
          {conversationCopy.blockedNotice} {draft && conversationCopy.draftKept}
        </p>
        <Button busy={busy} onClick={unblock}>
          {conversationCopy.unblock}
        </Button>
      </div>
    </div>
  );
}
