"use client";

import { type ReactNode, useState } from "react";
import type { FilterSite, InboxFilter } from "#components/filter/inbox-filter.ts";
import { StoredAtContext } from "#components/live/connection-banner.tsx";
import { offlineStorage } from "#components/offline/offline-storage.ts";
import { createOfflineStore } from "#components/offline/offline-store.ts";
import { openWaitingPage } from "#components/ui/reach.ts";
import { noteArrival } from "./arrival.ts";
import { ConversationPane } from "./conversation-pane.tsx";
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
