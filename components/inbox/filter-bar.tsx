import { Check, ChevronDown } from "lucide-react";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { SiteDot } from "#components/sites/site-dot.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { Menu, menuItemClass } from "#components/ui/menu.tsx";
import type { SiteJson } from "#lib/sites/schema.ts";
import { type InboxFilter, inboxPath } from "./inbox-filter.ts";

const STATUSES = ["open", "closed", "all", "spam"] as const;

/** Filters the list by status. The filters are links, so that each has a URL. */
export function StatusFilter({ filter }: { filter: InboxFilter }) {
  return (
    <div className="flex">
      <nav aria-label={inboxCopy.statusFilter} className="flex shrink-0 gap-0.5 rounded-lg bg-sunken p-0.5">
        {STATUSES.map((status) => (
          <AppLink
            key={status}
            href={inboxPath({ ...filter, status })}
            aria-current={filter.status === status ? "true" : undefined}
            className="rounded-md px-2.5 py-1 text-sm font-medium whitespace-nowrap text-quiet transition-colors hover:text-ink aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:shadow-sm pointer-coarse:py-2"
          >
            {inboxCopy[status]}
          </AppLink>
        ))}
      </nav>
    </div>
  );
}

/** Filters the list by site, if there's more than one. */
export function SiteFilter({ filter, sites }: { filter: InboxFilter; sites: SiteJson[] }) {
  if (sites.length < 2) return null;
  const chosen = sites.find(({ id }) => id === filter.siteId);
  const choices: { site?: SiteJson; label: string }[] = [
    { label: inboxCopy.allSites },
    ...sites.map((site) => ({ site, label: site.name })),
  ];
  return (
    <Menu
      label={
        <>
          {chosen && <SiteDot color={chosen.accentColor} />}
          <span className="sr-only">{inboxCopy.siteFilter} </span>
          <bdi className="truncate">{chosen?.name ?? inboxCopy.allSites}</bdi>
          <ChevronDown size={16} aria-hidden className="shrink-0" />
        </>
      }
    >
      {choices.map(({ site, label }) => (
        <li key={site?.id ?? "all"}>
          <AppLink
            href={inboxPath({
              status: filter.status,
              ...(site && { siteId: site.id }),
              ...(filter.q && { q: filter.q }),
            })}
            aria-current={site?.id === chosen?.id ? "true" : undefined}
            className={menuItemClass}
          >
            {site ? <SiteDot color={site.accentColor} /> : <span className="size-2 shrink-0" />}
            <bdi className="min-w-0 flex-1 truncate">{label}</bdi>
            {site?.id === chosen?.id && <Check size={16} aria-hidden className="shrink-0" />}
          </AppLink>
        </li>
      ))}
    </Menu>
  );
}
