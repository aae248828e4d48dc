import { sitesCopy } from "#components/catalogs/sites.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { VerifiedVisitors } from "#components/sites/verified-visitors.tsx";
import { toIdentitySecretJson } from "#lib/sites/identity-secrets/json.ts";
import { getIdentitySecret } from "#lib/sites/identity-secrets/queries.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "identity", sitesCopy.verifiedTitle);

export default async function IdentityPage({ params }: SiteProps) {
  const { scope, site } = await loadSite(params, "identity", "admin");
  const known = toIdentitySecretJson(await getIdentitySecret(scope, site.id));
  return (
    <SettingsShell nav={{ site }} title={sitesCopy.verifiedTitle} hint={sitesCopy.verifiedHint}>
      <VerifiedVisitors siteId={site.id} known={known} />
    </SettingsShell>
  );
}
