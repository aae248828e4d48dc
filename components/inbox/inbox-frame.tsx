import type { ReactNode } from "react";
import { MAIN_ID } from "#components/shell/skip-link.tsx";
import { classNames } from "#components/ui/class-names.ts";
import type { SiteJson } from "#lib/sites/schema.ts";
import { ConversationList } from "./conversation-list.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { type InboxFilter, inboxPath } from "./inbox-filter.ts";
import type { ListPage } from "./list-memory.ts";
import { NoResult } from "./no-result.tsx";

type Props = { filter: InboxFilter; sites: SiteJson[]; page: ListPage; selectedId?: string; children: ReactNode };

/** The list beside what was chosen from it; on a phone they are two pages. */
export function InboxFrame({ filter, sites, page, selectedId, children }: Props) {
  const Heading = selectedId ? "h2" : "h1";
  const siteColors = Object.fromEntries(sites.map(({ id, accentColor }) => [id, accentColor]));
  return (
    <main id={MAIN_ID} className="flex min-h-0 min-w-0 flex-1">
      <section
        aria-labelledby="inbox-heading"
        className={classNames(
          "w-full shrink-0 flex-col border-line md:flex md:w-76 md:border-e lg:w-90",
          selectedId ? "hidden" : "flex",
        )}
      >
        <header className="shrink-0 px-5 pt-4 pb-3">
          <Heading id="inbox-heading" className="mb-2 text-xl font-semibold tracking-tight">
            Inbox
          </Heading>
          <FilterBar filter={filter} sites={sites} />
        </header>
        {page.conversations.length === 0 ? (
          <NoResult filter={filter} />
        ) : (
          <ConversationList
            key={inboxPath(filter)}
            newest={page}
            filter={filter}
            siteColors={siteColors}
            {...(selectedId && { selectedId })}
          />
        )}
      </section>
      <div className={classNames("min-w-0 flex-1 bg-surface md:flex", selectedId ? "flex" : "hidden")}>{children}</div>
    </main>
  );
}
