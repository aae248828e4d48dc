import type { Metadata } from "next";
import { forbidden } from "next/navigation";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { BackLink } from "#components/shell/back-link.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { NewSite } from "#components/sites/new-site.tsx";
import { previewLabels } from "#components/widget-preview/labels.ts";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { mayAddSites } from "#lib/base/access/scopes.ts";
import { SITE_SETTINGS } from "#lib/sites/sites/fields.ts";

export const metadata: Metadata = { title: sitesCopy.addSite };

const { accentColor, welcomeMessage } = SITE_SETTINGS;

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
          accentColor: accentColor.default,
          welcomeMessage: welcomeMessage.default,
        }}
        widget={{ labels: previewLabels() }}
      />
    </SettingsShell>
  );
}
