import { questionsCopy } from "#components/catalogs/questions.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { QuestionsForm } from "#components/questions/questions-form.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { getHours } from "#lib/sites/hours/queries.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "questions", settingsCopy.questions);

export default async function QuestionsPage({ params }: SiteProps) {
  const { scope, site } = await loadSite(params, "questions", "admin");
  const hours = await getHours(scope, site.id);
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.questions} hint={questionsCopy.hint} wide>
      <QuestionsForm site={site} hasHours={hours !== null} />
    </SettingsShell>
  );
}
