"use client";

import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { useCounts } from "#components/counts/counts-provider.tsx";
import { type FilterSite, inboxPath } from "#components/filter/inbox-filter.ts";
import { compareRows, matcherOf } from "#components/filter/list-order.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { newerOf, useKnown } from "#components/live/use-known.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { useWorkspacePath } from "#components/ui/workspace.ts";
import { ConversationRow } from "./conversation-row.tsx";
import { HOME_QUERY, SHOWN_MAX, WAITING } from "./home-query.ts";
import type { ListPage } from "./list-range.ts";
import { openPage, type PackedPage } from "./packed-page.ts";
import { useRowLinks } from "./use-row-links.ts";

type Props = { longest: PackedPage; sites: FilterSite[]; checklist: ReactNode };

/** Shown while no conversation is open: who waits the longest, and what else there is. */
export function HomePane({ longest, sites, checklist }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const toHref = useWorkspacePath();
  const { open, snoozed, waiting } = useCounts();
  const rows = useLongestWaiting(longest, waiting);
  const count = Math.max(waiting, rows.length);
  useRowLinks(list);
  return (
    <div className="min-w-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-140 grid-cols-[minmax(0,1fr)] gap-8 p-6 pt-[10dvh]">
        {checklist}
        <section aria-labelledby="home-heading" className="text-start">
          <h2 id="home-heading" className="px-5 text-xl font-semibold tracking-tight">
            {inboxCopy.waitingTitle(count)}
          </h2>
          {count === 0 && <p className="mt-1 px-5 text-quiet">{inboxCopy.waitingHint}</p>}
          <ul ref={list} className="mt-2">
            {rows.map((conversation) => (
              <ConversationRow
                key={conversation.id}
                conversation={conversation}
                standing="here"
                unsentReply={undefined}
                isReplyStuck={false}
                siteColor={sites.find(({ id }) => id === conversation.siteId)?.accentColor}
                href={toHref(inboxPath({ status: "open" }, conversation.id))}
                filter={WAITING}
                isSelected={false}
              />
            ))}
          </ul>
          <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 px-5 text-sm">
            {count > rows.length && (
              <AppLink href={inboxPath(WAITING)} className="font-medium text-accent underline underline-offset-3">
                {inboxCopy.showLongestWaiting}
              </AppLink>
            )}
            {open > 0 && <span className="text-quiet tabular-nums">{inboxCopy.unreadToo(open)}</span>}
            {snoozed > 0 && (
              <AppLink
                href={inboxPath({ status: "snoozed" })}
                className="font-medium text-accent underline underline-offset-3"
              >
                {inboxCopy.snoozedToo(snoozed)}
              </AppLink>
            )}
          </p>
          <p className="mt-6 px-5 text-sm text-quiet pointer-coarse:hidden">{inboxCopy.keysHint}</p>
        </section>
      </div>
    </div>
  );
}

/** Returns the conversations that wait the longest, current from what this tab knows. */
function useLongestWaiting(longest: PackedPage, count: number) {
  const { inbox, userId } = useLive();
  const known = useKnown();
  const [found, setFound] = useState(() => openPage(longest).conversations);
  const rows = useMemo(() => {
    const all = new Map(known);
    for (const row of found) if (!inbox.known.isDeleted(row.id)) all.set(row.id, newerOf(row, all.get(row.id)));
    return [...all.values()].filter(matcherOf(WAITING, userId)).sort(compareRows("waiting")).slice(0, SHOWN_MAX);
  }, [known, found, inbox, userId]);

  // Some that wait were never known here.
  const isShort = rows.length < Math.min(count, SHOWN_MAX);
  useEffect(() => {
    if (!isShort) return;
    void callApi<ListPage>(`/conversations?${new URLSearchParams(HOME_QUERY)}`).then((result) => {
      if (result.ok) setFound(result.value.conversations);
    });
  }, [isShort]);
  return rows;
}
