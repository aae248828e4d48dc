import { Check, ChevronDown } from "lucide-react";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { useCounts } from "#components/counts/counts-provider.tsx";
import { type InboxFilter, inboxPath } from "#components/filter/inbox-filter.ts";
import { AppLink } from "#components/ui/app-link.tsx";
import { Menu, menuItemClass } from "#components/ui/menu.tsx";
import { useTeam } from "./team-provider.tsx";

type View = { name: string; count: number; path: string; isOn: boolean };

/** The views of the inbox by who has a conversation. Those without anyone come with the longest wait first. */
function viewsOf({ siteId, assignee }: InboxFilter, mine: number, unassigned: number): View[] {
  const place = { status: "open", ...(siteId && { siteId }) } as const;
  return [
    {
      name: assignmentCopy.mine,
      count: mine,
      path: inboxPath({ ...place, assignee: "me" }),
      isOn: assignee === "me",
    },
    {
      name: assignmentCopy.unassigned,
      count: unassigned,
      path: inboxPath({ ...place, assignee: "none", order: "waiting" }),
      isOn: assignee === "none",
    },
    { name: assignmentCopy.all, count: 0, path: inboxPath(place), isOn: assignee === undefined },
  ];
}

/** Shows the reader's own conversations, those of no one, or all. On phones it's a menu. */
export function AssigneeFilter({ filter }: { filter: InboxFilter }) {
  const { isShared } = useTeam();
  const { mine = 0, unassigned = 0 } = useCounts();
  if (!isShared) return null;
  const views = viewsOf(filter, mine, unassigned);
  const shown = views.find(({ isOn }) => isOn);
  return (
    <>
      <nav aria-label={assignmentCopy.views} className="mb-2 flex gap-0.5 max-md:hidden">
        {views.map((view) => (
          <AppLink
            key={view.name}
            href={view.path}
            aria-current={view.isOn ? "true" : undefined}
            className="flex items-baseline gap-1.5 rounded-md px-2 py-1 text-sm font-medium whitespace-nowrap text-quiet transition-colors hover:bg-sunken hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent pointer-coarse:py-2.5"
          >
            <ViewName view={view} />
          </AppLink>
        ))}
      </nav>
      <div className="mb-2 -ms-2 flex md:hidden [&>details]:ms-0">
        <Menu
          side="below"
          label={
            <>
              <span className="sr-only">{assignmentCopy.views}: </span>
              {shown ? <ViewName view={shown} /> : assignmentCopy.views}
              <ChevronDown size={16} aria-hidden className="shrink-0" />
            </>
          }
        >
          {views.map((view) => (
            <li key={view.name}>
              <AppLink href={view.path} aria-current={view.isOn ? "true" : undefined} className={menuItemClass}>
                <ViewName view={view} />
                {view.isOn && <Check size={16} aria-hidden className="ms-auto shrink-0" />}
              </AppLink>
            </li>
          ))}
        </Menu>
      </div>
    </>
  );
}

function ViewName({ view: { name, count } }: { view: View }) {
  return (
    <>
      {name}
      {count > 0 && (
        <span className="text-xs tabular-nums">
          {inboxCopy.unreadCount(count)}
          <span className="sr-only"> {assignmentCopy.waiting}</span>
        </span>
      )}
    </>
  );
}
