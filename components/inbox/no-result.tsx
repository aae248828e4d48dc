import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { type InboxFilter, inboxPath, withSearch } from "./inbox-filter.ts";

const WAY_OUT = "font-medium text-accent underline underline-offset-3";

/** Says that a filter finds nothing, with a way to reset it. */
export function NoResult({ filter }: { filter: InboxFilter }) {
  if (filter.q) return <NothingFound filter={filter} q={filter.q} />;
  return (
    <div className="px-5 py-6">
      <p className="text-quiet">
        {filter.siteId ? inboxCopy.noneOfSite[filter.status] : inboxCopy.none[filter.status]}
      </p>
      <p className="mt-2">
        <AppLink href={inboxPath({ status: "all" })} className={WAY_OUT}>
          {inboxCopy.showAll}
        </AppLink>
      </p>
    </div>
  );
}

function NothingFound({ filter, q }: { filter: InboxFilter; q: string }) {
  const isNarrowed = filter.status !== "all" || filter.siteId !== undefined;
  return (
    <div className="px-5 py-6">
      <p className="text-quiet text-pretty wrap-anywhere">
        {isNarrowed ? inboxCopy.noMatchHere(<bdi>{q}</bdi>) : inboxCopy.noMatch(<bdi>{q}</bdi>)}
      </p>
      <p className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
        {isNarrowed && (
          <AppLink href={inboxPath({ status: "all", q })} className={WAY_OUT}>
            {inboxCopy.searchAll}
          </AppLink>
        )}
        <AppLink href={inboxPath(withSearch(filter, ""))} className={WAY_OUT}>
          {inboxCopy.clearSearch}
        </AppLink>
      </p>
    </div>
  );
}
