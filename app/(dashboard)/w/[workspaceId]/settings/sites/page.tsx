import { ChevronRight } from "lucide-react";
import type { Metadata } from "next";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { SiteMark } from "#components/pictures/site-mark.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { TagState } from "#components/sites/tag-state.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { mayAddSites, outranks } from "#lib/base/access/scopes.ts";
import { listFailedDeliveries } from "#lib/notify/deliveries/queries.ts";
import { shortDomain } from "#lib/sites/sites/domain.ts";
import { toSiteJson } from "#lib/sites/sites/json.ts";
import { listSites } from "#lib/sites/sites/queries.ts";

export const metadata: Metadata = { title: sitesCopy.title };

export default async function SitesPage({ params }: WorkspacePage) {
  const scope = await requirePageOwner(params, "/settings/sites");
  const [rows, failed] = await Promise.all([
    listSites(scope),
    outranks(scope.role, "admin") ? listFailedDeliveries(scope) : [],
  ]);
  const sites = rows.map((site) => toSiteJson(scope, site));
  return (
    <SettingsShell
      nav="workspace"
      title={sitesCopy.title}
      action={
        mayAddSites(scope) && (
          <AppLink href="/settings/sites/new" className={buttonClass("primary")}>
            {sitesCopy.addSite}
          </AppLink>
        )
      }
    >
      {failed.length > 0 && (
        <p className="mb-6 rounded-lg bg-danger-soft px-3 py-2 text-danger">
          {sitesCopy.failedDeliveries(failed.length)}{" "}
          <AppLink href="/settings/deliveries" className="font-medium underline underline-offset-3">
            {sitesCopy.seeFailed}
          </AppLink>
        </p>
      )}
      {sites.length === 0 && <p className="text-quiet">{sitesCopy.none}</p>}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {sites.map(({ id, name, domain, accentColor, logoUrl, tagSeen }) => (
          <li key={id}>
            <AppLink
              href={`/settings/sites/${id}`}
              className="-mx-3 flex min-h-16 items-center gap-3 rounded-lg px-3 py-3 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
            >
              <SiteMark name={name} color={accentColor} logoUrl={logoUrl} />
              <span className="min-w-0 flex-1">
                <bdi className="block truncate font-medium">{name}</bdi>
                <bdi className="block truncate text-sm text-quiet">
                  {domain ? shortDomain(domain) : sitesCopy.anyDomain}
                </bdi>
              </span>
              <span className="max-sm:hidden">
                <TagState tagSeen={tagSeen} />
              </span>
              <ChevronRight size={16} aria-hidden className="shrink-0 text-quiet" />
            </AppLink>
          </li>
        ))}
      </ul>
    </SettingsShell>
  );
}
