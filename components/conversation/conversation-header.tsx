"use client";

import { useState } from "react";
import type { InboxFilter } from "#components/filter/inbox-filter.ts";
import { VisitorSheet } from "#components/visitor/visitor-sheet.tsx";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { ConversationActions } from "./conversation-actions.tsx";
import { ConversationTitle } from "./conversation-heading.tsx";
import type { Position } from "./use-seen.ts";

type Props = {
  /** The id of the page's heading. Undefined while the conversation is loading. */
  headingId?: string;
  conversation: ConversationJson;
  filter: InboxFilter;
  siteColor: string | undefined;
  /** Goes back to a list that's already rendered. */
  onBack?: (() => void) | undefined;
  /** What the reader has seen. */
  seenOf: () => Position;
};

/** The visitor of a conversation, and what can be done with it. */
export function ConversationHeader({ headingId, conversation, filter, siteColor, onBack, seenOf }: Props) {
  const [isSheetOpen, setSheetOpen] = useState(false);
  return (
    <header className="shrink-0 border-b border-line px-4 py-3 md:px-6">
      <ConversationActions conversation={conversation} filter={filter} seenOf={seenOf}>
        <ConversationTitle
          {...(headingId ? { as: "h1", id: headingId } : { as: "p" })}
          onBack={onBack}
          conversation={conversation}
          filter={filter}
          siteColor={siteColor}
          onVisitor={() => setSheetOpen(true)}
        />
      </ConversationActions>
      {isSheetOpen && (
        <VisitorSheet conversation={conversation} siteColor={siteColor} onClose={() => setSheetOpen(false)} />
      )}
    </header>
  );
}
