import type { Metadata } from "next";
import { headers } from "next/headers";
import { DeleteAccount } from "#components/account/delete-account.tsx";
import { PasswordForm } from "#components/account/password-form.tsx";
import { SecondFactor } from "#components/account/second-factor.tsx";
import { accountCopy } from "#components/catalogs/account.tsx";
import { oidcCopy } from "#components/catalogs/oidc.tsx";
import { passkeysCopy } from "#components/catalogs/passkeys.tsx";
import { securityCopy } from "#components/catalogs/security.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { OidcLink } from "#components/oidc/oidc-link.tsx";
import { SetPassword } from "#components/oidc/set-password.tsx";
import { Passkeys } from "#components/passkeys/passkeys.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { SettingsSection } from "#components/ui/settings-section.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { toOidcLinkJson } from "#lib/people/oidc/json.ts";
import { getOidcLink } from "#lib/people/oidc/queries.ts";
import { getAccount } from "#lib/people/owners/queries.ts";
import { toPasskeyJson } from "#lib/people/passkeys/json.ts";
import { listPasskeys } from "#lib/people/passkeys/queries.ts";
import { relyingParty } from "#lib/people/passkeys/relying-party.ts";
import { toSecondFactorJson } from "#lib/people/second-factor/json.ts";
import { getSecondFactor, listRequiringWorkspaces } from "#lib/people/second-factor/queries.ts";
import { isMailOn } from "#platform/mail/transport.ts";
import { oidcProvider } from "#platform/oidc/provider.ts";
import { describeDevice } from "#platform/user-agent.ts";

export const metadata: Metadata = { title: settingsCopy.security };

type Props = WorkspacePage & { searchParams: Promise<{ oidc?: string | string[] }> };

export default async function SecurityPage({ params, searchParams }: Props) {
  const scope = await requirePageOwner(params, "/settings/account/security");
  const provider = oidcProvider();
  const [{ email }, state, requiredBy, passkeys, link, { oidc: said }] = await Promise.all([
    getAccount(scope),
    getSecondFactor(scope),
    listRequiringWorkspaces(scope),
    listPasskeys(scope),
    provider && getOidcLink(scope),
    searchParams,
  ]);
  return (
    <SettingsShell nav="account" title={settingsCopy.security}>
      <SettingsSection title={accountCopy.passwordTitle} hint={accountCopy.passwordHint}>
        {link?.hasPassword === false ? (
          <SetPassword email={email} isMailOn={isMailOn()} />
        ) : (
          <PasswordForm email={email} />
        )}
      </SettingsSection>
      {provider && link && (
        <SettingsSection title={oidcCopy.title(provider.name)} hint={oidcCopy.hint}>
          <OidcLink email={email} provider={provider} link={toOidcLinkJson(provider.name, link)} said={said} />
        </SettingsSection>
      )}
      <SettingsSection title={securityCopy.title} hint={securityCopy.hint}>
        <SecondFactor email={email} secondFactor={toSecondFactorJson(state, requiredBy)} />
      </SettingsSection>
      <SettingsSection title={passkeysCopy.title} hint={passkeysCopy.hint}>
        <Passkeys
          email={email}
          passkeys={passkeys.map(toPasskeyJson)}
          party={relyingParty()}
          hasPassword={link?.hasPassword !== false}
          hasSecondFactor={state.since !== null}
          device={describeDevice((await headers()).get("user-agent")) ?? ""}
        />
      </SettingsSection>
      <SettingsSection title={accountCopy.deleteTitle} hint={accountCopy.deleteHint}>
        <DeleteAccount email={email} />
      </SettingsSection>
    </SettingsShell>
  );
}
