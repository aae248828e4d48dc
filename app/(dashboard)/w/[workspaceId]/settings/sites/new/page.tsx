import type { Metadata } from "next";
import { forbidden } from "next/navigation";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { BackLink } from "#components/shell/back-link.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { NewSite } from "#components/sites/new-site.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { mayAddSites } from "#lib/base/access/scopes.ts";
import { DEFAULT_ACCENT_COLOR, DEFAULT_WELCOME_MESSAGE } from "#lib/sites/sites/schema.ts";

export const metadata: Metadata = { title: sitesCopy.addSite };

export default async function NewSitePage({ params }: WorkspacePage) {
  if (!mayAddSites(await requirePageOwner(params, "/settings/sites/new", "admin"))) forbidden();
  return (
    <SettingsShell
      nav="workspace"
      title={sitesCopy.addSite}
      above={<BackLink href="/settings/sites" label={sitesCopy.title} />}
      wide
    >
      <NewSite
        initial={{
          name: "",
          domain: "",
          accentColor: DEFAULT_ACCENT_COLOR,
          welcomeMessage: DEFAULT_WELCOME_MESSAGE,
        }}
      />
    </SettingsShell>
  );
}
