"use client";

import { ChevronDown } from "lucide-react";
import { reportsCopy as copy } from "#components/catalogs/reports.tsx";
import type { FilterSite } from "#components/filter/inbox-filter.ts";
import { Menu, MenuLink } from "#components/ui/menu.tsx";
import { SiteDot } from "#components/ui/site-dot.tsx";
import { reportPath } from "./report-words.ts";

/** Chooses the site of a report, if there's more than one. The week stays. */
export function ReportSite({ sites, siteId, week }: { sites: readonly FilterSite[]; siteId: string; week: string }) {
  if (sites.length < 2) return null;
  const chosen = sites.find(({ id }) => id === siteId);
  return (
    <Menu
      align="start"
      label={
        <>
          <SiteDot color={chosen?.accentColor} />
          <span className="sr-only">{copy.site} </span>
          <bdi className="truncate">{chosen?.name}</bdi>
          <ChevronDown size={16} aria-hidden className="shrink-0" />
        </>
      }
    >
      {sites.map(({ id, name, accentColor }) => (
        <MenuLink key={id} path={reportPath(id, week)} isOn={id === siteId}>
          <SiteDot color={accentColor} />
          <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
        </MenuLink>
      ))}
    </Menu>
  );
}
