import type { Metadata } from "next";
import { AccountForm } from "#components/account/account-form.tsx";
import { ApiKeys } from "#components/account/api-keys.tsx";
import { DeleteAccount } from "#components/account/delete-account.tsx";
import { PasswordForm } from "#components/account/password-form.tsx";
import { SessionList } from "#components/account/session-list.tsx";
import { AccountMail } from "#components/mail/account-mail.tsx";
import { NotificationSettings } from "#components/notification/notification-settings.tsx";
import { LogOutButton } from "#components/shell/log-out-button.tsx";
import { SettingsPage, SettingsSection } from "#components/shell/settings-page.tsx";
import { requirePageOwner } from "#gate/page-owner.ts";
import { toApiKeyJson } from "#lib/api-keys/json.ts";
import { listApiKeys } from "#lib/api-keys/queries.ts";
import { getAccountMail } from "#lib/mail/queries.ts";
import { toListedSessionJson, toUserJson } from "#lib/owners/json.ts";
import { getAccount, listSessions } from "#lib/owners/queries.ts";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage() {
  const scope = await requirePageOwner("/settings/account");
  const [account, sessions, mail, keys] = await Promise.all([
    getAccount(scope),
    listSessions(scope),
    getAccountMail(scope),
    listApiKeys(scope),
  ]);
  const user = toUserJson(account);
  return (
    <SettingsPage title="Account" action={<LogOutButton />}>
      <AccountForm user={user} />
      <SettingsSection
        title="New messages"
        hint="A notification with the visitor’s name and the beginning of the message, while no page of the dashboard is in view."
      >
        <NotificationSettings />
      </SettingsSection>
      <SettingsSection id="mail" title="Messages by e-mail" hint="When one has gone unseen for some minutes.">
        <AccountMail email={user.email} mail={mail} />
      </SettingsSection>
      <SettingsSection
        id="password"
        title="Password"
        hint="A new password ends all other sessions: whoever else is logged in is logged out at once. API keys stay."
      >
        <PasswordForm email={user.email} />
      </SettingsSection>
      <SettingsSection
        id="sessions"
        title="Sessions"
        hint="Where this account is logged in. A session ends by itself 30 days after it was last renewed."
      >
        <SessionList sessions={sessions.map(toListedSessionJson)} />
      </SettingsSection>
      <SettingsSection
        id="keys"
        title="API keys"
        hint="What programs of yours show in place of a log-in. A key lasts until you revoke it, and cannot change this account."
      >
        <ApiKeys keys={keys.map(toApiKeyJson)} />
      </SettingsSection>
      <SettingsSection title="Delete the account" hint="Erases it and everything in it, for good.">
        <DeleteAccount email={user.email} />
      </SettingsSection>
    </SettingsPage>
  );
}
