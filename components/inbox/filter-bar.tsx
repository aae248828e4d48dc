import { Check, ChevronDown } from "lucide-react";
import Link from "next/link";
import { SiteDot } from "#components/sites/site-dot.tsx";
import type { SiteJson } from "#lib/sites/schema.ts";
import { type InboxFilter, inboxPath } from "./inbox-filter.ts";

const STATUSES = [
  { status: "open", label: "Open" },
  { status: "closed", label: "Closed" },
  { status: "all", label: "All" },
] as const;

/** The filters of the list, as links, so that each has an address. */
export function FilterBar({ filter, sites }: { filter: InboxFilter; sites: SiteJson[] }) {
  return (
    <div className="flex items-center gap-2">
      <nav aria-label="Status" className="flex shrink-0 gap-0.5 rounded-lg bg-sunken p-0.5">
        {STATUSES.map(({ status, label }) => (
          <Link
            key={status}
            href={inboxPath({ ...filter, status })}
            aria-current={filter.status === status ? "true" : undefined}
            className="rounded-md px-2.5 py-1 text-sm font-medium whitespace-nowrap text-quiet transition-colors hover:text-ink aria-[current]:bg-surface aria-[current]:text-ink aria-[current]:shadow-sm pointer-coarse:py-2"
          >
            {label}
          </Link>
        ))}
      </nav>
      {sites.length > 1 && <SiteFilter filter={filter} sites={sites} />}
    </div>
  );
}

function SiteFilter({ filter, sites }: { filter: InboxFilter; sites: SiteJson[] }) {
  const chosen = sites.find(({ id }) => id === filter.siteId);
  const choices: { site?: SiteJson; label: string }[] = [
    { label: "All sites" },
    ...sites.map((site) => ({ site, label: site.name })),
  ];
  return (
    <details name="site-filter" className="group relative ms-auto min-w-0">
      <summary className="flex min-w-0 list-none items-center gap-1.5 rounded-md px-2 py-1.5 text-sm font-medium text-quiet transition-colors hover:bg-sunken hover:text-ink pointer-coarse:py-2.5 [&::-webkit-details-marker]:hidden">
        {chosen && <SiteDot color={chosen.accentColor} />}
        <span className="sr-only">Site: </span>
        <bdi className="truncate">{chosen?.name ?? "All sites"}</bdi>
        <ChevronDown size={16} aria-hidden className="shrink-0" />
      </summary>
      <ul className="absolute end-0 top-full z-10 mt-1 max-h-80 w-64 overflow-y-auto rounded-xl border border-line bg-surface p-1 shadow-[0_8px_32px_var(--shade)] group-open:rise">
        {choices.map(({ site, label }) => (
          <li key={site?.id ?? "all"}>
            <Link
              href={inboxPath({ status: filter.status, ...(site && { siteId: site.id }) })}
              aria-current={site?.id === chosen?.id ? "true" : undefined}
              className="flex min-h-9 items-center gap-2 rounded-lg px-2.5 py-1.5 hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
            >
              <SiteDot color={site?.accentColor} />
              <bdi className="min-w-0 flex-1 truncate">{label}</bdi>
              {site?.id === chosen?.id && <Check size={16} aria-hidden className="shrink-0" />}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
