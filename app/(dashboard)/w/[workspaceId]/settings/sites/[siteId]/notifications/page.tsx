import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { SiteMail } from "#components/mail/site-mail.tsx";
import { Escalation } from "#components/notification/escalation.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { SettingsSection } from "#components/ui/settings-section.tsx";
import { getSiteMail } from "#lib/notify/mail/queries.ts";
import { getEscalation } from "#lib/team/notification-settings/queries.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "notifications", settingsCopy.notifications);

export default async function SiteNotificationsPage({ params }: SiteProps) {
  const { scope, site } = await loadSite(params, "notifications");
  const [mail, escalation] = await Promise.all([getSiteMail(scope, site.id), getEscalation(scope, site.id)]);
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.notifications}>
      <SettingsSection title={notificationsCopy.email.title} hint={sitesCopy.emailHint}>
        <SiteMail siteId={site.id} mail={mail} />
      </SettingsSection>
      <SettingsSection title={notificationsCopy.escalation.title}>
        <Escalation siteId={site.id} stored={escalation} />
      </SettingsSection>
    </SettingsShell>
  );
}
