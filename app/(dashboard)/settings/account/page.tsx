import type { Metadata } from "next";
import { AccountForm } from "#components/account/account-form.tsx";
import { NotificationSettings } from "#components/notification/notification-settings.tsx";
import { LogOutButton } from "#components/shell/log-out-button.tsx";
import { SettingsPage, SettingsSection } from "#components/shell/settings-page.tsx";
import { requirePageOwner } from "#lib/auth/page-owner.ts";
import { toUserJson } from "#lib/owners/json.ts";
import { getAccount } from "#lib/owners/queries.ts";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage() {
  const scope = await requirePageOwner("/settings/account");
  return (
    <SettingsPage title="Account">
      <AccountForm user={toUserJson(await getAccount(scope))} />
      <SettingsSection
        title="New messages"
        hint="A notification with the visitor’s name and the beginning of the message, while no page of the dashboard is in view."
      >
        <NotificationSettings />
      </SettingsSection>
      <SettingsSection title="Session" hint="Logs you out of the dashboard in this browser.">
        <LogOutButton />
      </SettingsSection>
    </SettingsPage>
  );
}
