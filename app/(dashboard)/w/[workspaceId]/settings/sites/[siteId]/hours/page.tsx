import { hoursCopy as copy } from "#components/catalogs/hours.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { AwayTextForm } from "#components/sites/away-text-form.tsx";
import { HoursForm } from "#components/sites/hours-form.tsx";
import { SettingsSection } from "#components/ui/settings-section.tsx";
import { previewHours, toHoursJson } from "#lib/sites/hours/json.ts";
import { getHours } from "#lib/sites/hours/queries.ts";
import { toWordsJson } from "#lib/sites/words/json.ts";
import { listWords } from "#lib/sites/words/queries.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "hours", settingsCopy.hours);

export default async function HoursPage({ params }: SiteProps) {
  const { scope, site } = await loadSite(params, "hours", "admin");
  const [stored, texts] = await Promise.all([getHours(scope, site.id), listWords(scope, site.id)]);
  const words = toWordsJson(texts);
  const hours = stored ? toHoursJson(stored) : undefined;
  const preview = hours && previewHours({ ...hours, closedUntil: hours.closedUntil ?? null });
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.hours} hint={settingsCopy.hoursHint} wide>
      <HoursForm site={site} hours={hours} preview={preview} />
      <SettingsSection title={copy.awayTitle} hint={hours ? copy.awayHint : copy.awayNoHours}>
        <AwayTextForm siteId={site.id} awayText={site.awayText} words={words} />
      </SettingsSection>
    </SettingsShell>
  );
}
