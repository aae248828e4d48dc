import { settingsCopy } from "#components/catalogs/settings.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { HoursForm } from "#components/sites/hours-form.tsx";
import { previewHours, toHoursJson } from "#lib/sites/hours/json.ts";
import { getHours } from "#lib/sites/hours/queries.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "hours", settingsCopy.hours);

export default async function HoursPage({ params }: SiteProps) {
  const { scope, site } = await loadSite(params, "hours", "admin");
  const stored = await getHours(scope, site.id);
  const hours = stored ? toHoursJson(stored) : undefined;
  const preview = hours && previewHours({ ...hours, closedUntil: hours.closedUntil ?? null });
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.hours} hint={settingsCopy.hoursHint} wide>
      <HoursForm siteId={site.id} hours={hours} preview={preview} />
    </SettingsShell>
  );
}
