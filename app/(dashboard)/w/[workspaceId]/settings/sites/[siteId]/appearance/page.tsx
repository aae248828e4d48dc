import { settingsCopy } from "#components/catalogs/settings.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { AppearanceForm } from "#components/sites/appearance-form.tsx";
import { shortDomain } from "#lib/sites/sites/domain.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "appearance", settingsCopy.appearance);

export default async function AppearancePage({ params }: SiteProps) {
  const { site } = await loadSite(params, "appearance", "admin");
  const { id, name, domain, accentColor, welcomeMessage, appearance, logoUrl } = site;
  const { replyName, showsReplyTime, starterQuestions, emailCardMinutes } = site;
  const stored = {
    ...{ name, domain: shortDomain(domain ?? ""), accentColor, welcomeMessage },
    ...appearance,
    ...{ replyName, showsReplyTime, starterQuestions, emailCardMinutes },
  };
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.appearance} wide>
      <AppearanceForm siteId={id} stored={stored} logoUrl={logoUrl} isMailOn={isMailOn()} />
    </SettingsShell>
  );
}
