import type { Metadata } from "next";
import { ApiKeys } from "#components/account/api-keys.tsx";
import { accountCopy } from "#components/catalogs/account.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { toApiKeyJson } from "#lib/team/api-keys/json.ts";
import { listApiKeys } from "#lib/team/api-keys/queries.ts";

export const metadata: Metadata = { title: settingsCopy.keys };

export default async function ApiKeysPage({ params }: WorkspacePage) {
  const scope = await requirePageOwner(params, "/settings/account/keys");
  const keys = (await listApiKeys(scope)).map(toApiKeyJson);
  return (
    <SettingsShell nav="account" title={settingsCopy.keys} hint={accountCopy.keysHint}>
      <ApiKeys keys={keys} />
    </SettingsShell>
  );
}
