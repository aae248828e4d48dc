import type { Metadata } from "next";
import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { AccountMail } from "#components/mail/account-mail.tsx";
import { Availability } from "#components/notification/availability.tsx";
import { DeviceList } from "#components/notification/device-list.tsx";
import { Digest } from "#components/notification/digest.tsx";
import { NotifyAbout } from "#components/notification/notify-about.tsx";
import { OtherApps } from "#components/notification/other-apps.tsx";
import { QuietHours } from "#components/notification/quiet-hours.tsx";
import { SoundSettings } from "#components/notification/sound-settings.tsx";
import { Telegram } from "#components/notification/telegram.tsx";
import { ThisDevice } from "#components/notification/this-device.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { SettingsSection } from "#components/ui/settings-section.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { getAccountMail } from "#lib/notify/mail/queries.ts";
import { findBot } from "#lib/notify/telegram/bot.system.ts";
import { toTelegramJson } from "#lib/notify/telegram/json.ts";
import { toChannelJson, toPushJson } from "#lib/outbox/channels/json.ts";
import { isUrlKind } from "#lib/outbox/channels/kinds.ts";
import { listChannels } from "#lib/outbox/channels/queries.ts";
import { getAccount } from "#lib/people/owners/queries.ts";
import { toMembershipJson } from "#lib/team/members/json.ts";
import { getMembership } from "#lib/team/members/queries.ts";
import { toNotificationSettingsJson } from "#lib/team/notification-settings/json.ts";
import { getNotificationSettings } from "#lib/team/notification-settings/queries.ts";
import { env } from "#platform/env.ts";

export const metadata: Metadata = { title: settingsCopy.notifications };

export default async function AccountNotificationsPage({ params }: WorkspacePage) {
  const scope = await requirePageOwner(params, "/settings/account/notifications");
  const [{ email }, mail, found, push, settings, bot, membership] = await Promise.all([
    getAccount(scope),
    getAccountMail(scope),
    listChannels(scope),
    toPushJson(),
    getNotificationSettings(scope),
    findBot(),
    getMembership(scope).then(toMembershipJson),
  ]);
  const { quietHours, sound, repeatSound } = toNotificationSettingsJson(settings);
  const channels = found.map(toChannelJson);
  return (
    <SettingsShell nav="account" title={settingsCopy.notifications}>
      {scope.isShared && (
        <>
          <SettingsSection title={notificationsCopy.about.title} hint={notificationsCopy.about.hint}>
            <NotifyAbout stored={membership.notifyAbout} />
          </SettingsSection>
          <SettingsSection title={notificationsCopy.availability.title} hint={notificationsCopy.availability.hint}>
            <Availability stored={membership} />
          </SettingsSection>
        </>
      )}
      <SettingsSection title={notificationsCopy.thisDevice.title} hint={notificationsCopy.thisDevice.hint}>
        <ThisDevice push={push} baseUrl={env().BASE_URL} />
      </SettingsSection>
      <SettingsSection title={notificationsCopy.devices.title}>
        <DeviceList devices={channels.filter(({ kind }) => kind === "push")} />
      </SettingsSection>
      <SettingsSection title={notificationsCopy.telegram.title} hint={notificationsCopy.telegram.hint}>
        <Telegram telegram={toTelegramJson(bot)} chats={channels.filter(({ kind }) => kind === "telegram")} />
      </SettingsSection>
      <SettingsSection title={notificationsCopy.otherApps.title} hint={notificationsCopy.otherApps.hint}>
        <OtherApps channels={channels.filter(({ kind }) => isUrlKind(kind))} />
      </SettingsSection>
      <SettingsSection title={notificationsCopy.email.title} hint={notificationsCopy.email.hint}>
        <AccountMail email={email} mail={mail} />
      </SettingsSection>
      <SettingsSection title={notificationsCopy.digest.title} hint={notificationsCopy.digest.hint}>
        <Digest stored={membership.digest} />
      </SettingsSection>
      <SettingsSection title={notificationsCopy.quietHours.title} hint={notificationsCopy.quietHours.hint}>
        <QuietHours stored={quietHours} />
      </SettingsSection>
      <SettingsSection title={notificationsCopy.sound.title} hint={notificationsCopy.sound.hint}>
        <SoundSettings stored={{ sound, repeatSound }} />
      </SettingsSection>
    </SettingsShell>
  );
}
