import { ChevronDown } from "lucide-react";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { useCounts } from "#components/counts/counts-provider.tsx";
import { type InboxFilter, inboxPath } from "#components/filter/inbox-filter.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { Menu, MenuLink } from "#components/ui/menu.tsx";
import { useTeam } from "./team-provider.tsx";

type View = { name: string; count: number; counted: string; path: string; isOn: boolean };
type Counts = { mine?: number; unassigned?: number; mentions?: number };

/** The views of the inbox by who has a conversation. Those without anyone come with the longest wait first. */
function viewsOf({ siteId, assignee, mentioned }: InboxFilter, counts: Counts): View[] {
  const { mine = 0, unassigned = 0, mentions = 0 } = counts;
  const counted = assignmentCopy.waiting;
  const place = { status: "open", ...(siteId && { siteId }) } as const;
  return [
    {
      name: assignmentCopy.mine,
      count: mine,
      counted,
      path: inboxPath({ ...place, assignee: "me" }),
      isOn: assignee === "me",
    },
    {
      name: assignmentCopy.unassigned,
      count: unassigned,
      counted,
      path: inboxPath({ ...place, assignee: "none", order: "waiting" }),
      isOn: assignee === "none",
    },
    {
      name: assignmentCopy.mentions,
      count: mentions,
      counted: inboxCopy.new,
      path: inboxPath({ ...place, status: "all", mentioned: "true" }),
      isOn: mentioned !== undefined,
    },
    {
      name: assignmentCopy.all,
      count: 0,
      counted,
      path: inboxPath(place),
      isOn: assignee === undefined && !mentioned,
    },
  ];
}

/** Filters by assignee: the reader's own, unassigned, mentioning the reader, or all. Where the list is narrow, it's a menu. */
export function AssigneeFilter({ filter }: { filter: InboxFilter }) {
  const { isShared } = useTeam();
  const counts = useCounts();
  if (!isShared) return null;
  const views = viewsOf(filter, counts);
  const shown = views.find(({ isOn }) => isOn);
  return (
    <>
      <nav aria-label={assignmentCopy.views} className="-mx-2 mb-1 flex min-w-0 grow basis-full gap-0.5 max-lg:hidden">
        {views.map((view) => (
          <AppLink
            key={view.name}
            href={view.path}
            aria-current={view.isOn ? "true" : undefined}
            className="flex min-w-0 items-baseline gap-1 rounded-md px-1.5 py-1 text-sm font-medium whitespace-nowrap text-quiet transition-colors hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent pointer-coarse:py-2.5"
          >
            <ViewName view={view} />
          </AppLink>
        ))}
      </nav>
      <div className="-ms-2 min-w-0 lg:hidden [&>details]:ms-0">
        <Menu
          align="start"
          label={
            <>
              <span className="sr-only">{assignmentCopy.views}: </span>
              <span className="truncate">{shown ? <ViewName view={shown} /> : assignmentCopy.views}</span>
              <ChevronDown size={16} aria-hidden className="shrink-0" />
            </>
          }
        >
          {views.map((view) => (
            <MenuLink key={view.name} path={view.path} isOn={view.isOn}>
              <ViewName view={view} />
            </MenuLink>
          ))}
        </Menu>
      </div>
    </>
  );
}

function ViewName({ view: { name, count, counted } }: { view: View }) {
  return (
    <>
      <span className="truncate">{name}</span>
      {count > 0 && (
        <span className="text-xs tabular-nums">
          {inboxCopy.unreadCount(count)}
          <span className="sr-only"> {counted}</span>
        </span>
      )}
    </>
  );
}
