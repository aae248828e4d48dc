import { CardSettings } from "#components/cards/card-settings.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { toSiteCardJson } from "#lib/desk/cards/json.ts";
import { getSiteCard } from "#lib/desk/cards/queries.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "card", settingsCopy.card);

export default async function CardPage({ params }: SiteProps) {
  const { scope, site } = await loadSite(params, "card", "admin");
  const card = await getSiteCard(scope, site.id);
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.card} hint={settingsCopy.cardHint}>
      <CardSettings siteId={site.id} card={card ? toSiteCardJson(card) : undefined} />
    </SettingsShell>
  );
}
