import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { BackLink } from "#components/shell/back-link.tsx";
import { HashRedirect } from "#components/shell/hash-redirect.tsx";
import { pageTitle } from "#components/shell/page-title.ts";
import { siteLinks } from "#components/shell/settings-links.ts";
import { SettingsOverview, SettingsShell } from "#components/shell/settings-shell.tsx";
import { TagState } from "#components/sites/tag-state.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { usableBy } from "#components/ui/audience.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { workspacePath } from "#lib/base/access/workspace-path.ts";
import { loadSite, type SiteProps } from "./load-site.ts";

type Props = SiteProps & { searchParams: Promise<{ made?: string | string[] }> };

export async function generateMetadata({ params }: SiteProps): Promise<Metadata> {
  return { title: pageTitle((await loadSite(params, "")).site.name) };
}

export default async function SitePage({ params, searchParams }: Props) {
  const { workspaceId, siteId } = await params;
  if ((await searchParams).made !== undefined) {
    redirect(workspacePath(workspaceId, `/settings/sites/${siteId}/install?made`));
  }
  const { scope, site } = await loadSite(params, "");
  return (
    <SettingsShell
      nav={{ site }}
      title={<bdi>{site.name}</bdi>}
      above={<BackLink href="/settings/sites" label={settingsCopy.sites} isForPhones />}
      action={
        <AppLink href={`/inbox?site=${site.id}`} className={buttonClass()}>
          {sitesCopy.conversations}
        </AppLink>
      }
    >
      <HashRedirect pages={{ webhooks: `/settings/sites/${site.id}/webhooks` }} />
      <p className="-mt-6 mb-6">
        <TagState tagSeen={site.tagSeen} isLive />
      </p>
      <SettingsOverview links={usableBy(scope, siteLinks(site.id))} />
    </SettingsShell>
  );
}
