"use client";

import { useParams } from "next/navigation";
import { conversationCopy } from "#components/catalogs/conversation.tsx";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { shellCopy } from "#components/catalogs/shell.ts";
import { LeadPage } from "#components/ui/lead-page.tsx";
import { UnsentDraft } from "./deleted-notice.tsx";
import { useDraft } from "./use-draft.ts";

/** Takes the place of a conversation that can't be found, or no longer. A draft can still be copied. */
export function GoneConversation() {
  const { conversationId } = useParams<{ conversationId: string }>();
  const { text: draft } = useDraft(`draft:${conversationId}`);
  return (
    <LeadPage title={shellCopy.notFoundTitle} back={inboxCopy.backToInbox}>
      {conversationCopy.goneNotice}
      <UnsentDraft draft={draft} />
    </LeadPage>
  );
}
