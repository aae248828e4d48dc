import type { Metadata } from "next";
import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { AccountMail } from "#components/mail/account-mail.tsx";
import { QuietHours } from "#components/notification/quiet-hours.tsx";
import { ThisDevice } from "#components/notification/this-device.tsx";
import { SettingsSection, SettingsShell } from "#components/shell/settings-shell.tsx";
import { requirePageOwner } from "#gate/page-owner.ts";
import { getAccountMail } from "#lib/mail/queries.ts";
import { toNotificationSettingsJson } from "#lib/notification-settings/json.ts";
import { getQuietHours } from "#lib/notification-settings/queries.ts";
import { getAccount } from "#lib/owners/queries.ts";

export const metadata: Metadata = { title: settingsCopy.notifications };

export default async function AccountNotificationsPage() {
  const scope = await requirePageOwner("/settings/account/notifications");
  const [{ email }, mail, quiet] = await Promise.all([getAccount(scope), getAccountMail(scope), getQuietHours(scope)]);
  return (
    <SettingsShell nav="account" title={settingsCopy.notifications}>
      <SettingsSection {...notificationsCopy.thisDevice}>
        <ThisDevice />
      </SettingsSection>
      <SettingsSection {...notificationsCopy.email}>
        <AccountMail email={email} mail={mail} />
      </SettingsSection>
      <SettingsSection title={notificationsCopy.quietHours.title} hint={notificationsCopy.quietHours.hint}>
        <QuietHours stored={toNotificationSettingsJson(quiet).quietHours} />
      </SettingsSection>
    </SettingsShell>
  );
}
