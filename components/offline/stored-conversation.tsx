"use client";

import { type ReactNode, useState } from "react";
import { ConversationPane } from "#components/conversation/conversation-pane.tsx";
import { noteArrival } from "#components/inbox/arrival.ts";
import type { FilterSite } from "#components/inbox/filter-bar.tsx";
import type { InboxFilter } from "#components/inbox/inbox-filter.ts";
import { StoredAtContext } from "#components/live/connection-banner.tsx";
import { openWaitingPage } from "#components/ui/reach.ts";
import { offlineStorage } from "./offline-storage.ts";
import { createOfflineStore } from "./offline-store.ts";
import { useOnceIdle } from "./use-once-idle.ts";

type Props = {
  conversationId: string;
  filter: InboxFilter;
  sites: readonly FilterSite[];
  /** The server is back, so the conversation's page can be opened. */
  isReady?: boolean;
  onBack: () => void;
  /** What to show if this conversation isn't stored. */
  otherwise: ReactNode;
};

/** A conversation as this browser stored it, in place of the page that can't be reached. */
export function StoredConversation({ conversationId, filter, sites, isReady = false, onBack, otherwise }: Props) {
  const [stored] = useState(() => createOfflineStore(offlineStorage).conversation(conversationId));
  useOnceIdle(isReady && stored !== undefined, () => {
    noteArrival(conversationId);
    openWaitingPage();
  });
  if (!stored) return otherwise;
  const { conversation, newest, notes, seen, at } = stored;
  return (
    <div className="absolute inset-0 z-10 flex bg-surface md:start-76 lg:start-90">
      <StoredAtContext value={at}>
        <ConversationPane
          brought={conversation}
          newest={newest}
          notes={notes}
          seen={seen}
          filter={filter}
          siteColor={sites.find(({ id }) => id === conversation.siteId)?.accentColor}
          onBack={onBack}
        />
      </StoredAtContext>
    </div>
  );
}
