"use client";

import { useParams } from "next/navigation";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { shellCopy } from "#components/catalogs/shell.ts";
import { MAIN_ID } from "#components/shell/skip-link.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Lead } from "#components/ui/lead.tsx";
import { UnsentDraft } from "./deleted-notice.tsx";
import { useDraft } from "./use-draft.ts";

/** Replaces a conversation that's gone or was never there. A draft can still be copied. */
export function GoneConversation() {
  const { conversationId } = useParams<{ conversationId: string }>();
  const [draft] = useDraft(`draft:${conversationId}`);
  return (
    <main id={MAIN_ID} className="grid min-h-0 flex-1 content-center overflow-y-auto">
      <Lead
        level={1}
        title={shellCopy.notFoundTitle}
        action={
          <AppLink href="/inbox" className={buttonClass("primary")}>
            {conversationCopy.backToInbox}
          </AppLink>
        }
      >
        {conversationCopy.goneNotice}
        <UnsentDraft draft={draft} />
      </Lead>
    </main>
  );
}
