import { settingsCopy } from "#components/catalogs/settings.tsx";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { SiteMail } from "#components/mail/site-mail.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { getSiteMail } from "#lib/mail/queries.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "notifications", settingsCopy.notifications);

export default async function SiteNotificationsPage({ params }: SiteProps) {
  const { scope, site } = await loadSite((await params).siteId, "notifications");
  const mail = await getSiteMail(scope, site.id);
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.notifications} hint={sitesCopy.emailHint}>
      <SiteMail siteId={site.id} mail={mail} />
    </SettingsShell>
  );
}
