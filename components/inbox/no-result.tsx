import { AppLink } from "#components/ui/app-link.tsx";
import { type InboxFilter, inboxPath, withSearch } from "./inbox-filter.ts";

const WORDS = {
  open: "No open conversations",
  closed: "No closed conversations",
  all: "No conversations",
  spam: "Nothing marked as spam",
};

const WAY_OUT = "font-medium text-accent underline underline-offset-3";

/** A filter that finds nothing, and the way out of it. */
export function NoResult({ filter }: { filter: InboxFilter }) {
  if (filter.q) return <NothingFound filter={filter} q={filter.q} />;
  return (
    <div className="px-5 py-6">
      <p className="text-quiet">
        {WORDS[filter.status]}
        {filter.siteId ? " of this site." : "."}
      </p>
      <p className="mt-2">
        <AppLink href={inboxPath({ status: "all" })} className={WAY_OUT}>
          Show all conversations
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
        Nothing found for “<bdi>{q}</bdi>”{filter.status !== "all" && ` in ${filter.status} conversations`}
        {filter.siteId && " of this site"}.
      </p>
      <p className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
        {isNarrowed && (
          <AppLink href={inboxPath({ status: "all", q })} className={WAY_OUT}>
            Search all conversations
          </AppLink>
        )}
        <AppLink href={inboxPath(withSearch(filter, ""))} className={WAY_OUT}>
          Clear the search
        </AppLink>
      </p>
    </div>
  );
}
