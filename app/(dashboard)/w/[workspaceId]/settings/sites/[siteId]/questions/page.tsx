import { questionsCopy } from "#components/catalogs/questions.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { QuestionsForm } from "#components/questions/questions-form.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";
import { loadWidget } from "../load-widget.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "questions", settingsCopy.questions);

export default async function QuestionsPage({ params }: SiteProps) {
  const { scope, site } = await loadSite(params, "questions", "admin");
  const { widget } = await loadWidget(scope, site.id);
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.questions} hint={questionsCopy.hint} wide>
      <QuestionsForm site={site} widget={widget} />
    </SettingsShell>
  );
}
