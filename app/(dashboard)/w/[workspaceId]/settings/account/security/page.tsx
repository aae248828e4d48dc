import type { Metadata } from "next";
import { DeleteAccount } from "#components/account/delete-account.tsx";
import { PasswordForm } from "#components/account/password-form.tsx";
import { SecondFactor } from "#components/account/second-factor.tsx";
import { accountCopy } from "#components/catalogs/account.tsx";
import { securityCopy } from "#components/catalogs/security.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { SettingsSection, SettingsShell } from "#components/shell/settings-shell.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { getAccount } from "#lib/owners/queries.ts";
import { toSecondFactorJson } from "#lib/second-factor/json.ts";
import { getSecondFactor, listRequiringWorkspaces } from "#lib/second-factor/queries.ts";

export const metadata: Metadata = { title: settingsCopy.security };

export default async function SecurityPage({ params }: WorkspacePage) {
  const scope = await requirePageOwner(params, "/settings/account/security");
  const [{ email }, state, requiredBy] = await Promise.all([
    getAccount(scope),
    getSecondFactor(scope),
    listRequiringWorkspaces(scope),
  ]);
  return (
    <SettingsShell nav="account" title={settingsCopy.security}>
      <SettingsSection title={accountCopy.passwordTitle} hint={accountCopy.passwordHint}>
        <PasswordForm email={email} />
      </SettingsSection>
      <SettingsSection title={securityCopy.title} hint={securityCopy.hint}>
        <SecondFactor email={email} secondFactor={toSecondFactorJson(state, requiredBy)} />
      </SettingsSection>
      <SettingsSection title={accountCopy.deleteTitle} hint={accountCopy.deleteHint}>
        <DeleteAccount email={email} />
      </SettingsSection>
    </SettingsShell>
  );
}
