import type { Metadata } from "next";
import { AccountForm } from "#components/account/account-form.tsx";
import { ApiKeys } from "#components/account/api-keys.tsx";
import { DeleteAccount } from "#components/account/delete-account.tsx";
import { PasswordForm } from "#components/account/password-form.tsx";
import { SessionList } from "#components/account/session-list.tsx";
import { accountCopy } from "#components/catalogs/account.tsx";
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

export const metadata: Metadata = { title: accountCopy.title };

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
    <SettingsPage title={accountCopy.title} action={<LogOutButton />}>
      <AccountForm user={user} />
      <SettingsSection title={accountCopy.notificationsTitle} hint={accountCopy.notificationsHint}>
        <NotificationSettings />
      </SettingsSection>
      <SettingsSection id="mail" title={accountCopy.emailTitle} hint={accountCopy.emailHint}>
        <AccountMail email={user.email} mail={mail} />
      </SettingsSection>
      <SettingsSection id="password" title={accountCopy.passwordTitle} hint={accountCopy.passwordHint}>
        <PasswordForm email={user.email} />
      </SettingsSection>
      <SettingsSection id="sessions" title={accountCopy.sessionsTitle} hint={accountCopy.sessionsHint}>
        <SessionList sessions={sessions.map(toListedSessionJson)} />
      </SettingsSection>
      <SettingsSection id="keys" title={accountCopy.keysTitle} hint={accountCopy.keysHint}>
        <ApiKeys keys={keys.map(toApiKeyJson)} />
      </SettingsSection>
      <SettingsSection title={accountCopy.deleteTitle} hint={accountCopy.deleteHint}>
        <DeleteAccount email={user.email} />
      </SettingsSection>
    </SettingsPage>
  );
}
