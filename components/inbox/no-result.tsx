import { useNameOf, useTeam } from "#components/assignment/team-provider.tsx";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { type InboxFilter, inboxPath, withSearch } from "#components/filter/inbox-filter.ts";
import { AppLink } from "#components/ui/app-link.tsx";

const WAY_OUT = "font-medium text-accent underline underline-offset-3";

/** Says that a filter finds nothing, with a way to reset it. */
export function NoResult({ filter }: { filter: InboxFilter }) {
  if (filter.q) return <NothingFound filter={filter} q={filter.q} />;
  return (
    <div className="px-5 py-6">
      <p className="text-quiet">{filter.assignee ? <NoneAssigned assignee={filter.assignee} /> : emptyWords(filter)}</p>
      <p className="mt-2">
        <AppLink href={inboxPath({ status: "all" })} className={WAY_OUT}>
          {inboxCopy.showAll}
        </AppLink>
      </p>
    </div>
  );
}

function NoneAssigned({ assignee }: { assignee: string }) {
  const { claims } = useTeam();
  const nameOf = useNameOf();
  if (assignee === "none") return assignmentCopy.noneUnassigned;
  if (assignee === "me") return claims ? assignmentCopy.noneMine : assignmentCopy.noneMineUnclaimed;
  return <bdi>{assignmentCopy.noneOfPerson(nameOf(assignee))}</bdi>;
}

function emptyWords(filter: InboxFilter): string {
  const { status, siteId, mentioned, order, assignee: _, ...others } = filter;
  if (Object.values(others).some(Boolean)) return inboxCopy.noneFiltered;
  if (mentioned) return assignmentCopy.noneMentioned;
  if (order === "waiting") return inboxCopy.noneWaiting;
  return siteId ? inboxCopy.noneOfSite[status] : inboxCopy.none[status];
}

function NothingFound({ filter, q }: { filter: InboxFilter; q: string }) {
  const { q: _, status, ...rest } = filter;
  const isNarrowed = status !== "all" || Object.keys(rest).length > 0;
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
