import type { Metadata } from "next";
import { accountCopy } from "#components/catalogs/account.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { HashRedirect } from "#components/shell/hash-redirect.tsx";
import { LogOutButton } from "#components/shell/log-out-button.tsx";
import { accountLinks } from "#components/shell/settings-links.ts";
import { SettingsOverview, SettingsShell } from "#components/shell/settings-shell.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { getAccount } from "#lib/people/owners/queries.ts";
import { runningVersion, versionWords } from "#platform/version.ts";

export const metadata: Metadata = { title: accountCopy.title };

// Where the parts of the page were that this used to be.
const FORMER = {
  mail: "/settings/account/notifications",
  password: "/settings/account/security",
  sessions: "/settings/account/sessions",
  keys: "/settings/account/keys",
};

export default async function AccountPage({ params }: WorkspacePage) {
  const { email } = await getAccount(await requirePageOwner(params, "/settings/account"));
  return (
    <SettingsShell nav="account" title={accountCopy.title} above={null} action={<LogOutButton />}>
      <HashRedirect pages={FORMER} />
      <p className="-mt-6 mb-6 text-quiet">
        {settingsCopy.loggedInAs(<bdi className="font-medium text-ink wrap-anywhere">{email}</bdi>)}
      </p>
      <SettingsOverview links={accountLinks} />
      <p className="mt-6 text-sm text-quiet">{settingsCopy.version(versionWords(runningVersion()))}</p>
    </SettingsShell>
  );
}
