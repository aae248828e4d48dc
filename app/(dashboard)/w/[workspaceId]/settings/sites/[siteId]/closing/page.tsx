import { settingsCopy } from "#components/catalogs/settings.tsx";
import { mailNeeds } from "#components/mail/mail-needs.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { AfterChat } from "#components/sites/after-chat.tsx";
import { getSiteMail } from "#lib/notify/mail/queries.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "closing", settingsCopy.closing);

export default async function ClosingPage({ params }: SiteProps) {
  const { scope, site } = await loadSite(params, "closing", "admin");
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.closing} hint={settingsCopy.closingHint}>
      <AfterChat site={site} needs={mailNeeds(scope, await getSiteMail(scope, site.id))} />
    </SettingsShell>
  );
}
