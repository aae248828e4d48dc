import type { Metadata } from "next";
import { ProfileForm } from "#components/account/profile-form.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { toAccountJson } from "#lib/owners/json.ts";
import { getAccount } from "#lib/owners/queries.ts";

export const metadata: Metadata = { title: settingsCopy.profile };

export default async function ProfilePage({ params }: WorkspacePage) {
  const scope = await requirePageOwner(params, "/settings/account/profile");
  return (
    <SettingsShell nav="account" title={settingsCopy.profile}>
      <ProfileForm user={toAccountJson(await getAccount(scope))} />
    </SettingsShell>
  );
}
