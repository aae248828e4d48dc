import type { InboxFilter } from "#components/inbox/inbox-filter.ts";
import type { ConversationJson } from "#lib/conversations/schema.ts";
import { ConversationActions } from "./conversation-actions.tsx";
import { ConversationFacts, ConversationTitle } from "./conversation-heading.tsx";

type Props = { conversation: ConversationJson; filter: InboxFilter; siteColor: string | undefined };

export function ConversationHeader({ conversation, filter, siteColor }: Props) {
  return (
    <header className="shrink-0 border-b border-line px-4 py-3 md:px-6">
      <ConversationActions conversation={conversation} filter={filter}>
        <ConversationTitle as="h1" conversation={conversation} filter={filter} siteColor={siteColor} />
      </ConversationActions>
      <ConversationFacts conversation={conversation} />
    </header>
  );
}
