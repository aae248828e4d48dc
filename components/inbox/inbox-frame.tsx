"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { type FilterSite, type InboxFilter, inboxPath } from "#components/filter/inbox-filter.ts";
import { ConnectionBanner } from "#components/live/connection-banner.tsx";
import { NotificationOffer } from "#components/notification/notification-offer.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { MAIN_ID } from "#components/ui/skip-link.tsx";
import { ListTitle } from "#components/views/views-menu.tsx";
import { ListMenus, SiteFilter, StatusFilter } from "./filter-bar.tsx";
import { InboxPanes } from "./inbox-panes.tsx";
import { type ListProps, ListView } from "./list-view.tsx";
import { openPage, type PackedPage } from "./packed-page.ts";
import { SearchBox } from "./search-box.tsx";
import { useConversationList } from "./use-conversation-list.ts";
import { useSearchResults } from "./use-search-results.ts";

type Props = {
  filter: InboxFilter;
  sites: readonly FilterSite[];
  page: PackedPage;
  selectedId?: string;
  /** What a phone, which shows the list alone, has at its end. */
  listEnd?: ReactNode;
  children: ReactNode;
};

/** The list next to the open conversation. On a phone, they're two pages. */
export function InboxFrame({ filter, sites, page, selectedId, listEnd, children }: Props) {
  const Heading = selectedId ? "h2" : "h1";
  const key = inboxPath(filter);
  const [counted, setCounted] = useState<Found | null>(null);
  const { conversations, nextCursor } = openPage(page);
  const firstPage = { key, found: conversations.length, hasMore: nextCursor !== undefined };
  const { found, hasMore } = counted?.key === key ? counted : firstPage;
  const siteColors = Object.fromEntries(sites.map(({ id, accentColor }) => [id, accentColor]));
  const list: ListProps = {
    heading: (
      <Heading id="inbox-heading" tabIndex={-1} className="truncate text-xl font-semibold tracking-tight outline-none">
        <ListTitle filter={filter} />
      </Heading>
    ),
    siteFilter: <SiteFilter filter={filter} sites={sites} />,
    filters: <StatusFilter filter={filter} />,
    newest: page,
    filter,
    siteColors,
    end: listEnd,
  };
  return (
    <main id={MAIN_ID} className="relative flex min-h-0 min-w-0 flex-1">
      <InboxPanes
        filter={filter}
        sites={sites}
        selectedId={selectedId}
        list={
          <section
            aria-labelledby="inbox-heading"
            className={classNames(
              "w-full shrink-0 flex-col border-line md:flex md:w-76 md:border-e lg:w-90",
              selectedId ? "hidden" : "flex",
            )}
          >
            <SearchBox
              filter={filter}
              found={found}
              hasMore={hasMore}
              {...(selectedId && { selectedId })}
              menus={<ListMenus filter={filter} />}
            />
            {filter.q ? (
              <SearchResults key={key} {...list} onFound={setCounted} />
            ) : (
              <ConversationList key={key} {...list} />
            )}
            <NotificationOffer />
            <ConnectionBanner edge="list-end" />
          </section>
        }
      >
        {children}
      </InboxPanes>
    </main>
  );
}

/** The list of a filter. Its order changes as messages arrive. */
function ConversationList({ newest, ...props }: ListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useConversationList(openPage(newest), props.filter, scroller);
  return <ListView {...props} {...list} scroller={scroller} />;
}

/** How many conversations a search, by its path, has found so far. */
type Found = { key: string; found: number; hasMore: boolean };

/** The results of a search, in the order they were found. */
function SearchResults({ newest, onFound, ...props }: ListProps & { onFound: (found: Found) => void }) {
  const scroller = useRef<HTMLDivElement>(null);
  const results = useSearchResults(openPage(newest), props.filter);
  const key = inboxPath(props.filter);
  const found = results.rows.length;
  const hasMore = results.nextCursor !== undefined;
  useEffect(() => onFound({ key, found, hasMore }), [onFound, key, found, hasMore]);
  return <ListView {...props} {...results} scroller={scroller} />;
}
