"use client";

import { ShieldAlert } from "lucide-react";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { useChangeConversation } from "#components/live/change-conversation.ts";
import { Button } from "#components/ui/button.tsx";

/** Replaces the reply box of a spam conversation, with a button that restores it. */
export function SpamNotice({ conversationId, draft }: { conversationId: string; draft: string }) {
  const { change, busy } = useChangeConversation(conversationId);
  return (
    <div role="status" className="grid shrink-0 gap-3 border-t border-line px-4 py-4 md:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex min-w-0 flex-1 basis-60 gap-2 text-pretty">
          <ShieldAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-quiet" />
          <span>
            {conversationCopy.markedSpam} {draft && conversationCopy.draftKept}
          </span>
        </p>
        <Button busy={busy} onClick={() => change({ spam: false })}>
          {conversationCopy.notSpam}
        </Button>
      </div>
    </div>
  );
}
