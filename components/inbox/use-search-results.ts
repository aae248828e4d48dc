"use client";

import { useEffect, useMemo, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { type InboxFilter, inboxPath, listQuery } from "#components/filter/inbox-filter.ts";
import { matcherOf } from "#components/filter/list-order.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { newerOf, useKnown } from "#components/live/use-known.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import { rememberedList, rememberList } from "./list-memory.ts";
import type { ListPage } from "./list-range.ts";
import { loadPage } from "./load-list.ts";
import type { ListRow, More } from "./use-conversation-list.ts";

const withoutExcerpt = ({ excerpt: _, ...row }: ConversationJson): ConversationJson => row;

/**
 * Returns the rows of a search. Their content is always current. Which rows there are, and their order, stays as
 * found: only the server knows what a new message would change.
 */
export function useSearchResults(newest: ListPage, filter: InboxFilter) {
  const key = inboxPath(filter);
  const { inbox, userId } = useLive();
  const known = useKnown();
  const [found, setFound] = useState(() => joinPages(newest, rememberedList(key)));
  const [more, setMore] = useState<More>("idle");

  useEffect(() => inbox.known.learn(newest.conversations.map(withoutExcerpt)), [inbox, newest]);
  useEffect(() => rememberList(key, { found }), [key, found]);
  useEffect(
    () =>
      inbox.onResync(async () => {
        const result = await callApi<ListPage>(`/conversations?${new URLSearchParams(listQuery(filter))}`);
        if (result.ok) inbox.known.learn(result.value.conversations.map(withoutExcerpt));
        return result.ok;
      }),
    [inbox, filter],
  );

  const loadMore = async () => {
    if (more === "loading" || !found.nextCursor) return;
    setMore("loading");
    const result = await loadPage(filter, found.nextCursor);
    if (!result.ok) return setMore({ problem: result.problem.words });
    inbox.known.learn(result.value.conversations.map(withoutExcerpt));
    setFound((before) => below(before, result.value));
    setMore("idle");
  };

  const rows = useMemo(() => {
    const matches = matcherOf(filter, userId);
    return found.conversations.map((row): ListRow => {
      const conversation = newerOf(withoutExcerpt(row), known.get(row.id));
      const excerpt = row.excerpt && { excerpt: row.excerpt };
      if (inbox.known.isDeleted(row.id)) return { conversation, standing: "deleted", ...excerpt };
      return { conversation, standing: matches(conversation) ? "here" : "left", ...excerpt };
    });
  }, [found, known, inbox, filter, userId]);
  return { rows, nextCursor: found.nextCursor, more, loadMore };
}

// A conversation that moved down meanwhile stays where it was found first.
function below(above: ListPage, { conversations, nextCursor }: ListPage): ListPage {
  const shown = new Set(above.conversations.map(({ id }) => id));
  const rows = [...above.conversations, ...conversations.filter(({ id }) => !shown.has(id))];
  return { conversations: rows, ...(nextCursor !== undefined && { nextCursor }) };
}

/** Joins the newest page with what was loaded below it before a conversation was opened. */
function joinPages(newest: ListPage, { found }: { found?: ListPage }): ListPage {
  return newest.nextCursor !== undefined && found ? below(newest, found) : newest;
}
