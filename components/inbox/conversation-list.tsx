"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { ConversationRow } from "./conversation-row.tsx";
import type { InboxFilter } from "./inbox-filter.ts";
import type { ListPage } from "./list-memory.ts";
import { useConversationList } from "./use-conversation-list.ts";

type Props = { newest: ListPage; filter: InboxFilter; siteColors: Record<string, string>; selectedId?: string };

const AHEAD = "600px";

export function ConversationList({ newest, filter, siteColors, selectedId }: Props) {
  const { conversations, hasMore, more, loadMore, scroller } = useConversationList(newest, filter);
  const end = useRef<HTMLDivElement>(null);
  const onEndNear = useEffectEvent(() => {
    // After a failure it is for the reader to ask again.
    if (more === "idle") void loadMore();
  });

  // Watched anew after each page: one whose end is still near asks for the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of rows says when.
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onEndNear(), {
      root: scroller.current,
      rootMargin: AHEAD,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [conversations.length, scroller]);

  return (
    <div ref={scroller} className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain pb-2">
      <ul>
        {conversations.map((conversation) => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            siteColor={siteColors[conversation.siteId]}
            filter={filter}
            isSelected={conversation.id === selectedId}
          />
        ))}
      </ul>
      {hasMore && (
        <div ref={end} className="grid justify-items-center gap-2 px-5 py-3">
          {typeof more === "object" && <p className="text-sm text-danger">{more.problem}</p>}
          <Button look="quiet" onClick={() => void loadMore()} busy={more === "loading"}>
            {more === "loading" ? "Loading more" : "Load more"}
          </Button>
        </div>
      )}
    </div>
  );
}
